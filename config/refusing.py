"""Answers that Django never hears of: too large, too slow, too long, or broken before a page was made."""

from __future__ import annotations

from functools import cache
from typing import Any

from csp.utils import build_policy
from django.template.loader import render_to_string

#: Status: heading and sentence.
_WORDS = {
    400: ("This could not be read", "A request of this kind carries nothing. Nothing was changed."),
    405: ("This cannot be done here", "Nothing was changed. Load the page again and use its own buttons."),
    408: ("This took too long", "What you sent did not arrive in a minute. Nothing was changed. Try again."),
    413: ("This is too large to send", "Nothing was changed. Send a shorter text, or a smaller part of it."),
    414: ("This address is too long", "Nothing was changed. Follow a link of Wayfare, or start again."),
    431: ("Your browser sent too much", "Its cookies for this site are too large. Clear them and try again."),
    429: ("Too much at once", "Your network opens very many streams. Try again in a moment."),
    500: ("A fault on our side", "Your trip is unchanged. Try again in a moment."),
    503: (
        "Wayfare cannot save anything right now",
        "What was saved before is safe. Try again in a moment; a message is never taken twice.",
    ),
}


def words_of(status: int) -> tuple[str, str]:
    """Heading and sentence."""
    return _WORDS[status]


async def refuse(scope: Any, send: Any, status: int, *, wait: int = 0) -> None:
    """Answer with the sentence of this status, as a page or as the line of notices for htmx.

    The connection ends afterwards: there may be more of the request to come. `wait`: seconds until a try
    makes sense.
    """
    given = dict(scope["headers"])
    in_page = given.get(b"hx-request") == b"true"
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-security-policy", build_policy().encode()),
        (b"connection", b"close"),
    ]
    if in_page:
        headers += [(b"hx-retarget", b"#notices"), (b"hx-reswap", b"innerHTML")]
    if wait:
        headers.append((b"retry-after", str(wait).encode()))
    body = _page(status, in_page)
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def _page(status: int, in_page: bool) -> bytes:
    title, sentence = _WORDS[status]
    template = "_notice.html" if in_page else "refused.html"
    context = {"title": title, "sentence": f"{title}. {sentence}" if in_page else sentence}
    return render_to_string(template, context).encode()
