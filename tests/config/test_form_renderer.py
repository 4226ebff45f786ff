"""Fields look as Django's own templates write them, whatever is in them."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.forms.utils import ErrorList
from django.utils.safestring import mark_safe
from hypothesis import given
from hypothesis import strategies as st

from config.form_renderer import QuickInputs

WIDGETS = (forms.HiddenInput, forms.TextInput, forms.NumberInput, forms.CheckboxInput, forms.Textarea)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=20),
    st.sampled_from(['"><script>alert(1)</script>', "a & b", "\n two lines\n", " '", mark_safe("&amp;"), ""]),  # noqa: S308
)
NAMES = st.sampled_from(["class", "id", "aria-label", "maxlength", "required", "disabled", "data-x"])


@given(widget=st.sampled_from(WIDGETS), value=VALUES, attrs=st.dictionaries(NAMES, VALUES, max_size=4))
def test_a_field_is_written_as_by_the_templates(widget, value, attrs):
    drawn = [widget(attrs).render("text", value, renderer=one()) for one in (QuickInputs, DjangoTemplates)]
    assert drawn[0] == drawn[1]
    assert hasattr(drawn[0], "__html__")


@pytest.mark.parametrize("errors", [[], ["Say what it is."], ["<b>one</b>", "two"]])
def test_errors_are_written_as_by_the_templates(errors):
    drawn = [str(ErrorList(errors, renderer=one())) for one in (QuickInputs, DjangoTemplates)]
    assert drawn[0] == drawn[1]


def test_every_form_is_drawn_so():
    assert isinstance(forms.Form().renderer, QuickInputs)
