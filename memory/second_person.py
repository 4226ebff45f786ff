"""A remembered sentence as its reader is told it: in the second person.

What is kept speaks of the traveller in the third person, or is their own sentence in the first; briefs keep
these forms.
"""

from __future__ import annotations

from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS
from trips.reading.memory.statements import whose

#: How a kept sentence begins, and how the letter says it; "{}" is the rest of it.
_OPENINGS = {
    "Put first among what was found: ": "You put first: {}",
    "Left out of what was found: ": "You left out: {}",
    "Not for them: ": "Not for you: {}",
    "Taken out of the plan for ": "You took out of the plan for {}",
    "Put into the plan for ": "You put into the plan for {}",
    "Turned down plans for ": "You turned down the plans for {}",
    "Said of plans for ": "You said of the plans for {}",
    "Spoke again of ": "You asked again about {}",
    "Chose a plan for ": "You planned {}",
    "Was in ": "You were in {}",
    "Did not like ": "You did not like {}",
    "Pace: ": "Your pace is {}.",
    "Interests: ": "You are interested in {}.",
    "Diet: ": "Your diet is {}.",
    "Access: ": "What you need to get about: {}.",
    "Cuisines: ": "You like to eat {}.",
    "Kind of stay: ": "You like to stay in this: {}.",
    "Stars of the hotel: ": "Stars your hotel should have: {}.",
    "Not by: ": "You do not travel by {}.",
    "Avoid: ": "You would rather avoid {}.",
    "Spending: ": "You spend on this level: {}.",
    "Would rather ": "You would rather {}",
    "Cannot ": "You cannot {}",
    "Allergic to ": "You are allergic to {}",
    "Afraid of ": "You are afraid of {}",
    "The travellers ": "You {}",
}
_ADVERBS = frozenset(("never", "always", "usually", "often", "rarely"))
#: Verbs of the third person, in the second.
_VERBS = {"is": "are", "has": "have", "was": "were", "flies": "fly"} | {
    f"{verb}s": verb
    for verb in (
        "avoid", "drink", "eat", "enjoy", "hate", "like", "live", "love", "need", "prefer", "sleep", "speak",
        "travel", "want",
    )
}  # fmt: skip
_SECOND = {
    "i": "you", "we": "you", "my": "your", "our": "your", "me": "you", "us": "you", "mine": "yours",
    "ours": "yours", "myself": "yourself", "ourselves": "yourselves",
}  # fmt: skip
_OTHERS = frozenset(("you", "your", "yours"))
_MARKS = '.,;:!?()“”"'
_THEIR_WORDS = ", in their words: "


def to_reader(text: str, *, of_other: bool = False) -> str:
    """ "You prefer trains." for "Prefers trains.", "Your mother walks slowly." for "my mother walks slowly.";
    in quotation marks where the words would not say the same of their reader. `of_other`: of a companion."""
    for led in (FELLOWS_WORDS, TRAVELLERS_WORDS) if of_other else (FELLOWS_WORDS,):
        if text.startswith(led):
            return f"“{text.removeprefix(led)}”"
    if of_other:
        return text
    if text.startswith(TRAVELLERS_WORDS):
        said = text.removeprefix(TRAVELLERS_WORDS)
        return _from_first(said) or (_sentence(said) if whose(said) else f"“{said}”")
    text, theirs, said = text.partition(_THEIR_WORDS)
    told = _opened(text) or _from_third(text) or text
    return f"{told.removesuffix('.')}, in your words: “{said.removesuffix('.')}”" if theirs else told


def _opened(text: str) -> str:
    for opening, told in _OPENINGS.items():
        if text.startswith(opening):
            rest = text.removeprefix(opening)
            return _sentence(told.format(rest.removesuffix(".") if told.endswith(".") else rest))
    return ""


def _from_third(text: str) -> str:
    """Of "The traveller likes …", "Likes …" and "Never eats …"."""
    first, _space, rest = text.removeprefix("The traveller ").partition(" ")
    adverb = ""
    if first.casefold() in _ADVERBS:
        adverb = f"{first.casefold()} "
        first, _space, rest = rest.partition(" ")
    if first.casefold().strip(_MARKS) not in _VERBS:
        return ""
    verb = first.casefold().strip(_MARKS)
    return _sentence(f"You {adverb}{first.casefold().replace(verb, _VERBS[verb])} {rest}".strip())


def _from_first(said: str) -> str:
    """Empty where nobody is named in it, or somebody is spoken to."""
    words = said.split(" ")
    plain = [word.strip(_MARKS).replace("’", "'") for word in words]
    if any(word.casefold() in _OTHERS for word in plain):
        return ""
    told = [_word(plain, at) for at in range(len(plain))]
    if told == plain:
        return ""
    return _sentence(
        " ".join(one.replace(one.strip(_MARKS), new) for one, new in zip(words, told, strict=True))
    )


def _word(plain: list[str], at: int) -> str:
    """One word of the first person in the second; "US" and "World War I" are none."""
    word, before = plain[at], plain[at - 1] if at else ""
    stem, apostrophe, ending = word.partition("'")
    if word in ("am", "was") and before.casefold() == "i":
        return "are" if word == "am" else "were"
    if stem.casefold() not in _SECOND or (len(stem) > 1 and stem.isupper()):
        return word
    if word == "I" and at > 1 and before[:1].isupper():
        return word
    return _SECOND[stem.casefold()] + apostrophe + ("re" if ending == "m" else ending)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "”")) else f"{text}."
