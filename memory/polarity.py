"""Does a sentence say what the traveller said, or its opposite? Does what they said change what is kept?

Counting, not understanding: the words that a sentence shares with the traveller's own must be turned the same
way ("I never fly at night" and "Flies at night" share two that are not). Where a sentence can't be told from
its opposite the answer is no: it becomes a proposal, and a person decides. Pure.
"""

from __future__ import annotations

import re

from memory.quotes import EMPTY_WORDS, own_words
from memory.stemming import STOP_WORDS, stem
from memory.text import bare, digest, normalised

#: Turn nothing round, though their words do.
_IDIOMS = re.compile(
    r"^\s*(?:no|nope|not really|not quite)\s*[,.!–—-]|\bnot only\b|\b"
    r"no (?:problem|doubt|worries|thanks|idea)\b|"
    r"\b(?:do(?:n't| not)|never|must(?:n't| not)) (?:ever )?(?:let (?:me|us) )?forget\b|"
    r"\bnot a problem\b|\bwhy not\b|\b(?:can't|cannot|can not) wait\b|\b(?:would|do|does)(?:n't| not) mind\b|"
    r"\bor not\b|(?:\b(?:am|is|are|get|got)|'m|'re|'s) used to\b"
)
_TURNS = re.compile(
    r"\b(?:not|no|non|never|neither|nor|none|nobody|nothing|nowhere|hardly|rarely|seldom|barely|without|except|"
    r"excluding|cannot|unable|avoid\w*|hate[ds]?|hating|dislik\w*|detest\w*|loath\w*|despis\w*|refus\w*|"
    r"reject\w*|declin\w*|skip\w*|forbid\w*|banned|allerg\w*|intoleran\w*|afraid|fear\w*|scared|phobi\w*|"
    r"stop(?:s|ped|ping)?|quit|fewer|less|unwilling|unless|used to|gave up|given up|too (?:many|much)|"
    r"(?:tired|tires|sick) of|fed up|false|untrue|wrong|nicht|kein\w*|nie|niemals|ohne|pas|jamais|sans|"
    r"aucune?|nunca|sin|ningun\w*|senza|mai|niet|geen|nooit|zonder|nao|sem)\b|n't\b|(?<=\w)-free\b"
)
_CLAUSE = re.compile(
    r"([,;:.!?()–—]+|\s-+\s|\b(?:and|or|but|though|although|because|so|while|yet|und|oder|et|ou|y|e|o)\b)"
)
#: A clause behind one of these may go on with the one before it: "no meat, fish or eggs".
_GOES_ON = frozenset({",", "and", "or", "und", "oder", "et", "ou", "y", "e", "o"})
_ANEW = re.compile(
    r"\s*(?:i|we|they|he|she|it|you|my|our|his|her|their|the traveller|there|also|only|just|instead|always|"
    r"usually|am|is|are)\b"
)
_ANEW_AFTER_AND = re.compile(r"\s*(?:love|like|enjoy|prefer|want|need|adore)\w*\b")
#: What comes behind these in a clause that prefers something is what is liked less.
_PREFERS = re.compile(r"\b(?:prefer\w*|rather|better|sooner)\b")
_THAN = re.compile(r"\b(?:than|over)\b|(?<!close )(?<!next )(?<!near )(?<!access )(?<!go )(?<!going )\bto\b")
_ALWAYS_LESS = re.compile(r"\b(?:instead of|rather than)\b")
#: "temples not museums", but "they are not museums".
_BUT_NOT = re.compile(r"\b(?:not|without|except|excluding)\b")
_HELPS = frozenset(
    """is are am was were be been do does did can could will would should may might must have has had i'm
    we're they're he's she's it's that's or if for""".split()
)
_SENTENCE = re.compile(r"[^.!?\x1e]+(?:[.!?]+(?!\s|$)[^.!?\x1e]+)*[.!?]*")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_EMPTY = (
    EMPTY_WORDS
    | STOP_WORDS
    | frozenset(
        """prefer prefers preferred preferring love loves loved like likes liked enjoy enjoys hate hates hated
        dislike dislikes avoid avoids avoided want wants wanted wish wishes only rather instead without never
        person people say says said saying traveller's again any anymore longer none nothing neither too many
        much fewer less cannot mind""".split()
    )
)
#: The sentence takes something back.
_TAKES_BACK = re.compile(
    r"\b(?:forget|remove|delete|drop|erase|scrap|cancel|ignore|no longer|not? (?:\w+ ){0,4}any ?more|wrong|"
    r"mistaken?|not true|untrue|used to|from now on|is over|stopped|gave up|changed?|outdated|out of date)\b"
)
_CORRECTS = re.compile(
    r"\b(?:again|actually|sorry|instead|now|correction|meanwhile|since|switch(?:ed)?|became)\b"
)
_TALK = frozenset(
    stem(word)
    for word in """forget remove delete drop erase scrap cancel ignore wrong mistake mistaken true untrue
    change changed outdated date line lines thing things everything sorry actually correction back
    take""".split()
)


def same_sense(text: str, message_text: str, quote: str) -> bool:
    """Is every word that `text` shares with the quoted sentences turned the same way there? A word of another
    sentence of the message is compared with that one. The quote alone would not do: "allergic to peanuts" is
    also in "I am not allergic to peanuts"."""
    quoted, others = _sentences(message_text, quote)
    said, elsewhere = _ways(quoted), _ways(others)
    for word, ways in _ways(_split(text)).items():
        told = _alike(word, said) or _alike(word, elsewhere)
        if told and told != ways:
            return False
    return True


def quoted(message_text: str, quote: str) -> list[str]:
    """The sentences of the traveller's own words that the quote touches, as they were typed."""
    lines = own_words(message_text).splitlines()
    within = [line for line in lines if normalised(quote) in normalised(line)]
    return [
        " ".join(sentence.split())
        for line in within or [" ".join(lines)]
        for sentence in _sentences(line, quote)[0]
    ]


def says_change(old: str, new: str, message_text: str, quote: str) -> bool:
    """Do the quoted sentences themselves say that `old` does not hold, or that `new` holds in its place?
    (`new` "": it is retired.) They ask nothing, speak of what it is about, and take that back, say the
    contrary, or repeat what `new` keeps of it and say what is new."""
    if new and digest(bare(new)) == digest(bare(old)):
        return True
    quoted, others = _sentences(message_text, quote)
    quoted = [sentence for sentence in quoted if not sentence.rstrip().endswith("?")]
    said, kept = _ways(quoted, carried=False), _ways(_split(old), carried=False)
    about = said.keys() & kept.keys()
    if any(said[word].isdisjoint(kept[word]) for word in about):
        return True
    if _taken_back(quoted, others) & kept.keys():
        return True
    wanted = _ways(_split(new)).keys()
    corrects = any(_CORRECTS.search(normalised(sentence)) for sentence in quoted)
    says_new = corrects or bool((wanted - kept.keys()) & said.keys())
    return bool(new and about) and about <= wanted and says_new


def _taken_back(quoted: list[str], others: list[str]) -> set[str]:
    """The telling words of what these sentences take back. "Forget it" is about what was said before it, in
    the same sentence or, where there is nothing else in that, in the others."""
    clauses = [one for sentence in quoted for one in _clauses(sentence, True, _TAKES_BACK)]
    taken = {word for words, turned in clauses if turned for word in words}
    if any(turned and _TALK.issuperset(words) for words, turned in clauses):
        taken |= {word for words, _turned in clauses for word in words}
        if taken <= _TALK:
            taken |= _ways(others).keys()
    return taken


# --- Within -------------------------------------------------------------------------------------


def _split(text: str) -> list[str]:
    return [found for found in _SENTENCE.findall(text) if found.strip()]


def _sentences(message_text: str, quote: str) -> tuple[list[str], list[str]]:
    """The sentences of the traveller's own words that the quote touches, and the others."""
    found = _split(own_words(message_text))
    said = [(word, at) for at, one in enumerate(found) for word in _WORD.findall(normalised(one))]
    wanted = _WORD.findall(normalised(quote))
    touched: set[int] = set()
    for start in range(len(said) - len(wanted) + 1 if wanted else 0):
        part = said[start : start + len(wanted)]
        if [word for word, _at in part] == wanted:
            touched |= {at for _word, at in part}
    if not touched:
        return found, []
    others = [one for at, one in enumerate(found) if at not in touched]
    return [found[at] for at in sorted(touched)], others


def _ways(sentences: list[str], *, carried: bool = True) -> dict[str, frozenset[bool]]:
    """Each telling word's stem with the ways it is turned: False as it stands, True to its opposite.
    `carried`: what turns a clause also turns the ones that go on with it."""
    found: dict[str, frozenset[bool]] = {}
    for sentence in sentences:
        for words, turned in _clauses(sentence, carried):
            for word in words:
                found[word] = found.get(word, frozenset()) | {turned}
    return found


def _clauses(sentence: str, carried: bool, turns: re.Pattern[str] = _TURNS) -> list[tuple[list[str], bool]]:
    text = normalised(re.sub(r"\n+", " ; ", sentence.strip()))
    parts = ["", *_CLAUSE.split(_IDIOMS.sub(" ", text))]
    found: list[tuple[list[str], bool]] = []
    before = False
    for sign, clause in zip(parts[::2], parts[1::2], strict=True):
        sign = sign.strip()
        if sign == "," and not clause.strip():
            continue  # "meat, and fish"
        goes_on = carried and sign in _GOES_ON and not _ANEW.match(clause)
        if sign == "and" and _ANEW_AFTER_AND.match(clause):
            goes_on = False
        own = bool(turns.search(clause))
        for piece, more in _pieces(clause):
            turned = (len(turns.findall(piece)) + more) % 2 == 1
            if goes_on and not own:
                turned = turned != before
            found.append((_stems(piece), turned))
        if found and (own or not goes_on):
            before = found[-1][1]
    return found


def _pieces(clause: str) -> list[tuple[str, int]]:
    """A clause as it stands, or cut before what it sets aside; 1: that is turned without a word for it."""
    if cut := _ALWAYS_LESS.search(clause):
        return [(clause[: cut.start()], 0), (clause[cut.end() :], 1)]
    if prefers := _PREFERS.search(clause):
        for cut in _THAN.finditer(clause, prefers.end()):
            if _stems(clause[prefers.end() : cut.start()]):
                return [(clause[: cut.start()], 0), (clause[cut.end() :], 1)]
    cut = _BUT_NOT.search(clause)
    if cut and not _TURNS.search(clause[: cut.start()]):
        first, last = clause[: cut.start()], clause[cut.start() :]
        if _stems(first) and _stems(last) and first.split()[-1] not in _HELPS:
            return [(first, 0), (last, 0)]
    return [(clause, 0)]


def _stems(text: str) -> list[str]:
    """Not "can't": it turns the others, and tells nothing itself."""
    told = (word for word in _WORD.findall(text) if word not in _EMPTY and not word.endswith("n't"))
    return [stem(word) for word in told if len(word) > 1]


def _alike(word: str, ways: dict[str, frozenset[bool]]) -> frozenset[bool]:
    """How a word is turned, or another form of it that the stems keep apart."""
    if word in ways or len(word) < 6:
        return ways.get(word, frozenset())
    alike = [how for other, how in ways.items() if other[:6] == word[:6] and word[0] == "x"]
    return frozenset().union(*alike)
