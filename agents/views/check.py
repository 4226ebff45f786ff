"""Check a plan: pasted or uploaded, without a trip. Nothing of it is stored."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from agents.itinerary_check import check_text
from trips import limits
from trips.reading.itinerary import NotRead
from trips.reading.itinerary.forms import MOST_BYTES

EMPTY = "Paste a plan, or choose a file with one."
NO_TEXT = "This file is no text: choose a text, CSV, calendar or JSON file."
TOO_LARGE = f"This is more than {MOST_BYTES // 1000} kB: check a part of it."


class PlanForm(forms.Form):
    """`plan`: the text of the field, or of the file where one was chosen."""

    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict:
        file = self.cleaned_data.get("file")
        if file and file.size > MOST_BYTES:
            raise forms.ValidationError(TOO_LARGE)
        try:
            text = file.read().decode("utf-8-sig") if file else self.cleaned_data.get("text", "")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(NO_TEXT) from error
        if "\0" in text or not text.strip():
            raise forms.ValidationError(NO_TEXT if file else EMPTY)
        return {"plan": text.replace("\r\n", "\n")}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_plan(request: HttpRequest) -> HttpResponse:
    """The page; posted, the verdict: a part of the page for htmx, else the whole page."""
    context: dict = {"text": "", "form": PlanForm()}
    status = 200
    if request.method == "POST":
        context["form"] = form = PlanForm(request.POST, request.FILES)
        context["text"] = request.POST.get("text", "")[:MOST_BYTES]
        try:
            limits.count(request, limits.MESSAGES)
            if form.is_valid():
                context["mended"] = mended = check_text(form.cleaned_data["plan"], request.user)
                context["result"] = mended.before
            else:
                context["error"], status = (
                    form.non_field_errors()[0] if form.non_field_errors() else NO_TEXT,
                    422,
                )
        except NotRead as problem:
            context["error"], status = str(problem), 422
        except limits.TooMany as over:
            context["error"], status = str(over).replace("Nothing was sent.", "Nothing was checked."), 429
    part = request.headers.get("HX-Request") == "true"
    return render(request, "agents/_checked.html" if part else "agents/check.html", context, status=status)
