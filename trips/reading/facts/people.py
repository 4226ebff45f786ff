"""Who travels: numbers of people, company, children and their ages.

Words become mentions (a number of people, company, children, whoever speaks); mentions of one list are added
up; a number of all people is parted by the children among them. Who is only spoken of ("my wife loves art")
changes nothing that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from trips.facts.limits import MAX_CHILD_AGE, MAX_TRAVELLERS, age_problem, travellers_problem
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.facts.mentions import GRAMMAR, Who, named_beside
from trips.reading.facts.message import Found, Message

_GLUE, _WITH, _VERB, _GO, _AUX, _COUNTS, _CORRECTS, _TRAIT = lexicon.lists(
    "people", "glue with verb go aux counts corrects trait"
)
_JOINS = frozenset("join joins joining too along also well coming comes".split())
_INSIDE = frozenset("including incl included whom which them counting :".split())
#: "My wife isn't coming to the museum": to one thing of the plan.
_FROM_A_THING = frozenset("to the for on at with".split())
_PARTNERS = frozenset("wife husband partner girlfriend boyfriend gf bf fiance fiancee spouse half".split())
_PRONOUNS = ("she", "he")
#: So few words speak of somebody, not of a trip.
_SHORT = 8
_SIGNS = {
    "i": {"stay", "staying", "travel", "travelling", "traveling"}, "my": {"budget"},
    "1": {"room", "ticket"}, "one": {"room", "ticket"}, "a": {"room", "ticket"},
}  # fmt: skip
_WED = frozenset("honeymoon honeymooners newlyweds".split())
_GIFTS = frozenset("surprise gift present planning booking".split())
_PARENTS = frozenset("mum mom mother mummy mommy dad daddy father".split())
_PAIRS = ({"husband", "wife"}, {"mum", "dad"}, {"mom", "dad"}, {"mother", "father"})


@dataclass
class Chain:
    """Mentions of one list."""

    spans: list[Span]

    @property
    def i(self) -> int:
        return self.spans[0].i

    @property
    def j(self) -> int:
        return self.spans[-1].j

    def whos(self) -> list[Who]:
        return [span.value for span in self.spans]


def read_people(message: Message) -> list[Found]:
    spans = [span for span in _mentions(message) if message.open(span) and _meant(message, span)]
    spans = [span for span in spans if not _some_only(message, span, spans)]
    spans = sorted([*spans, *named_beside(message, spans)], key=lambda span: span.i)
    chains = [chain for chain in _chains(message, spans) if _travels(message, chain)]
    problems = list(_problems(message, chains))
    if any(one.path for one in problems):
        return problems
    found = _joining(message, chains) or list(_told(message, chains))
    return [*found, *_one_voice(message, chains, bool(found)), *problems]


def _mentions(message: Message) -> list[Span]:
    """The best cover of people; a name with an age is a child, where no town is called so."""
    chart = GRAMMAR.parse(message.tokens, today=message.today)
    young = bool(chart.of("minor"))
    named = [replace(span, kind="who") for span in chart.of("named") if _is_child(message, span, young)]
    spans = (chart.beside(named) if named else chart).cover("who", "other")
    return [span for span in spans if span.kind == "who"]


def _is_child(message: Message, span: Span, young: bool) -> bool:
    """ "Jo is 7"; "she's 7" where a child is spoken of."""
    ends = "[ , who aged and".split()
    end = next((at for at in range(span.i, span.j) if message.tokens[at].norm in ends), span.j)
    if message.word(span.i) in _PRONOUNS:
        return young
    name = message.tokens[max(span.i, end - 1)]
    town = message.word(end) == "[" and message.town(name.text)
    return name.capital and name.norm != "i" and not town


def _meant(message: Message, span: Span) -> bool:
    clause, before = message.clause(span.i), message.word(span.i - 1)
    away = [at for kind in ("others.away", "visits") for at, _ in clause.cues.get(kind, ())]
    stays = away and "," not in message.norms(span.j, max(away))  # "just me, the kids are at camp"
    if stays or clause.supposes(span) or clause.has("over", "others.said"):
        return False
    if clause.has("others.theirs") and before not in ("with", "and", "plus", "n"):
        return False
    counted = span.value.total is not None or (span.value.adults and not span.value.kin)
    if clause.asked and not counted and before not in ("with", "for"):
        return False
    ends = [end for _, end in clause.cues.get("denies", ()) if end <= span.i]  # a comma ends what is denied
    denied = ends and span.i - max(ends) <= 2 and "," not in message.norms(max(ends), span.i)
    return span.value.no or not denied


def _chains(message: Message, spans: list[Span]) -> list[Chain]:
    chains: list[Chain] = []
    for span in (one for one in spans if not _only_spoken_of(message, one, chains)):
        last = chains[-1] if chains else None
        same = last and message.clause(last.i).end == message.clause(span.i).end
        alike = same and message.word(span.i) not in _PRONOUNS
        if alike and _between(message, last.j, span.i) <= _GLUE:
            last.spans.append(span)
        else:
            chains.append(Chain([span]))
    return chains


def _between(message: Message, i: int, j: int) -> set[str]:
    """Words between two people, without what stands in brackets: "my parents (71 and 68) and …"."""
    words = [message.word(at) for at in range(i, j) if at not in message.closed]
    if "[" in words and "]" in words:
        words = words[: words.index("[")] + words[words.index("]") + 1 :]
    return {word for word in words if not word.isdecimal()}  # "mum 70, aunt 72"


def _only_spoken_of(message: Message, span: Span, chains: list[Chain]) -> bool:
    """ "…, my daughter loves horses", "…, my son is 6", of those who were counted before."""
    who, words = span.value, message.norms(span.i, span.j)
    if chains and chains[-1].whos()[-1].me and message.norms(chains[-1].j, span.i) == ["and"]:
        return False  # "me and my husband would love …"
    if message.norms(span.i - 1, span.i) == ["and"] and message.word(span.j) == "who":
        return False  # "kids 3 and 7, and my mum who uses a wheelchair"
    told = message.word(span.j) in _VERB or bool({"is", "are"} & set(words))
    if who.total == 1 and "us" not in words:
        return told  # "one bloke has tattoos"
    children = any(one.children > 1 for chain in chains for one in chain.whos())
    counted = bool(chains) if who.kin else who.children == 1 and children
    return told and counted and message.clause(span.i).head == span.i


def _travels(message: Message, chain: Chain) -> bool:
    """Whether these people travel, or are only spoken of."""
    whos = chain.whos()
    if any(who.no or who.total is not None or (who.adults and not who.kin) for who in whos):
        return True
    before, after = message.word(chain.i - 1), message.norms(chain.j, chain.j + 3)
    if not any(who.kin or who.children or who.several for who in whos):
        return {before, *after[:1]} <= {"", ".", "!", "?", ";"}  # "Me."
    if before in _WITH or _JOINS & set(after) or len(whos) > 1:
        return True
    new = bool(whos[0].ages) and not message.facts.party.children
    if after and after[0] in _VERB and not new:
        return False
    begins = chain.i == message.clause(chain.i).head or before in ", . ; : ! - ?".split()
    return begins or not before or bool(whos[0].children)


def _some_only(message: Message, first: Span, spans: list[Span]) -> bool:
    """ "Two of us are vegan" tells of people who are counted already, or of some of whom nobody counted."""
    words = message.norms(first.i, first.j)
    if words[-1:] not in (["us"], ["them"]) or words[0] in ("all", "we", "there", "it", "just"):
        return False
    after, everybody = message.norms(first.j, first.j + 5), words[0] in ("both", "the")
    if message.word(first.i - 1) in _COUNTS and not everybody:
        return False
    told = after[after[0] in _AUX :] if after else []
    some = bool(after) and not _GO & set(told[:1])
    size = message.facts.party.size
    if not size and not any(one is not first and one.value.total for one in spans):
        some = some and after[0] in _TRAIT - {"want", "like", "need"}
    return some and (not everybody or (first.value.total or 0) < size)


def _is_own_age(words: list[str]) -> bool:
    """ "I'm 68 and fit", "me, 66"; not "I'm 34 weeks along"."""
    said = words[:2] in (["i", "am"], ["me", ","]) and len(words) > 2 and words[2].isdecimal()
    return said and 15 < int(words[2]) < 100 and not {"week", "weeks", "month", "months"} & set(words[3:])


def _one_voice(message: Message, chains: list[Chain], told: bool) -> list[Found]:
    """Who says "I'll stay", "my budget", "one room" twice, or "I'm 68", and never "we", travels alone; whose
    partner is spoken of ("my wife is vegan") does not."""
    if message.facts.party.adults or any(_sum(message, chain).adults for chain in chains):
        return []
    for span in _mentions(message) if len(message.tokens) >= _SHORT and not message.planned else ():
        named = message.open(span) and _PARTNERS & set(message.norms(span.i, span.j))
        if named and message.word(span.j) in _TRAIT and _meant(message, span):
            return [Found("party.adults", 2, span.i, span.j, shared=True)]
    words = message.norms(0, len(message.tokens))
    signs = [at for at, word in enumerate(words) if _SIGNS.get(word, set()) & set(words[at + 1 : at + 5])]
    signs += [at for at in range(len(words)) if _is_own_age(words[at : at + 4])] * 2
    alone = not told and len(signs) > 1 and {"we", "us", "our"}.isdisjoint(words)
    return [Found("party.adults", 1, signs[0], signs[0] + 1)] if alone else []


def _sum(message: Message, chain: Chain) -> Who:
    """A list as one: its number of everybody parted by the children among them."""
    whos = chain.whos()
    for at, who in enumerate(whos):  # "two kids, a boy and a girl" are two
        if who.children > 1 and not who.ages and sum(one.children for one in whos[at + 1 :]) == who.children:
            ages = tuple(age for one in whos[at + 1 :] for age in one.ages)
            rest = [one for one in whos[at + 1 :] if not one.children]
            whos = [*whos[:at], replace(who, ages=ages), *rest]
            break
    children, ages = sum(who.children for who in whos), tuple(age for who in whos for age in who.ages)
    kin, adults = sum(who.adults for who in whos if who.kin), sum(who.adults for who in whos if not who.kin)
    totals = [who for who in whos if who.total is not None]
    if adults or len(totals) > 1:  # "2 adults, 2 boys"
        children += sum(who.total for who in totals if who.several)
        totals = [who for who in totals if not who.several]
    me, several = any(who.me for who in whos), any(who.several for who in whos)
    if totals and not adults:
        return _parted(message, chain, totals[0], Who(adults=kin, children=children, ages=ages, me=me))
    if adults:
        return Who(adults=adults + kin, children=children, ages=ages, several=several)
    if kin:
        words = set(message.norms(chain.i, chain.j + 1))
        led = message.word(chain.i - 1) in _WITH
        counted = chain.spans[0].value.adults > 1 and not led and "parents" not in words
        ours = {"my", "i", "me"} & words or "our" in message.norms(chain.i, chain.spans[0].j)
        parent = kin == 1 and children and _PARENTS & words
        pair = bool(counted or parent or any(pair <= words for pair in _PAIRS)) and not ours
        before = message.norms(chain.i - 4, chain.i)
        given = before[-1:] == ["for"] and _GIFTS & set(before)  # "a surprise for my parents"
        included = me and _INSIDE - {":"} & words
        pair = pair or included or (given and not _PARTNERS & words)
        return Who(adults=kin + (not pair), children=children, ages=ages, kin=True, several=several)
    return Who(adults=int(me), children=children, ages=ages, several=several, kin=me)


def _parted(message: Message, chain: Chain, said: Who, rest: Who) -> Who:
    """`said`: the number of everybody; `rest`: who is named beside it."""
    total, words = said.total or 0, set(message.norms(chain.i, chain.j))
    whole = said.family or rest.me or bool(_INSIDE & words)
    glue = {word for a, b in pairwise(chain.spans) for word in message.norms(a.j, b.i)}
    added = bool({"and", "plus", "+"} & glue) and not whole
    if said.family and not rest.children:
        return Who(adults=min(total, 2), children=max(total - 2, 0))
    if {"couple", "couples"} & words:
        return replace(rest, adults=total + rest.adults, kin=False, me=False)
    # "we're 2, with a baby"
    apart = any(message.norms(one.j, one.j + 2) == [",", "with"] for one in chain.spans)
    among = bool({"with", "[", "w"} & words) and (not added or bool({"of", "with"} & words)) and not apart
    bare = len(chain.spans) == 2 and chain.spans[0].j == chain.spans[1].i  # "7 persons 3 children"
    if rest.children and (whole or among or bare) and total > rest.children:
        return replace(rest, adults=total - rest.children, kin=False, me=False)
    return replace(rest, adults=total + (rest.adults if added else 0), kin=False, me=False, more=said.more)


def _told(message: Message, chains: list[Chain]) -> Iterator[Found]:
    adults: tuple[Who, Chain] | None = None
    children: tuple[Who, Chain] | None = None
    known = message.facts.party
    for chain in chains:
        who = _sum(message, chain)
        spoken = who.kin and (_counted_before(message, chain, who) or _we_with(message, chain))
        if who.adults and not spoken and _counts_more(message, adults, who, chain):
            adults = (who, chain)
        held = children[0] if children else Who()
        more = children is None or (who.children, len(who.ages)) > (held.children, len(held.ages))
        none = any(one.no for one in chain.whos())
        if (who.children or none) and (more or adults == (who, chain)):
            children = (who, chain)
    if adults:
        who, chain = adults
        # children who are told apart from "6 of us" are among these, and so are those who are known
        counted = any(one.total is not None for one in chain.whos()) and not who.children
        apart = children[0].children if children and children[1] is not chain else 0
        among = apart if children else known.children or 0
        number = who.adults - among if counted and who.adults > among else who.adults
        wed = bool(_WED & set(message.norms(chain.i, chain.j)))
        yield Found("party.adults", number, chain.i, chain.j, shared=wed)
    elif children and known.adults is None and _of_one(message, children[1]):
        yield Found("party.adults", 1, children[1].i, children[1].j, shared=True)
    if children:
        who, chain = children
        if not 0 < who.children <= (known.children or 0) or _corrects(message, None, chain):
            yield Found("party.children", who.children, chain.i, chain.j)
        if who.ages and len(who.ages) == max(who.children, 1):
            yield Found("party.ages", ",".join(map(str, who.ages)), chain.i, chain.j)


def _of_one(message: Message, chain: Chain) -> bool:
    """ "I visit it with my son", "grandad here taking the grandkids": one adult with children."""
    first, before = message.clause(chain.i).i, message.word(chain.i - 1)
    one = any(span.value.me and first <= span.i < chain.i for span in _mentions(message))
    whole = len(message.tokens) > _SHORT  # not an answer to who comes along
    alone = (whole and "my" in message.norms(chain.i, chain.j)) or before in ("taking", "bringing")
    return before in _WITH and (one or (alone and {"we", "us", "our"}.isdisjoint(message.said)))


def _counts_more(message: Message, before: tuple[Who, Chain] | None, who: Who, chain: Chain) -> bool:
    """Whether a later number stands instead of the one before."""
    alone = who.adults == 1 and any(one.total == 1 for one in chain.whos())
    if before is None or _corrects(message, before[1], chain) or (before[0].kin and alone):
        return True
    as_many = who.adults + who.children == before[0].adults + before[0].children
    return as_many or (who.adults > before[0].adults and not who.kin)


def _we_with(message: Message, chain: Chain) -> bool:
    """ "We … with my parents": nobody said how many "we" are."""
    we = {"we", "us"} & set(message.norms(message.clause(chain.i).i, chain.i))
    partner = _PARTNERS & set(message.norms(chain.i, chain.j))
    return bool(we) and message.word(chain.i - 1) in _WITH and not partner


def _corrects(message: Message, before: Chain | None, chain: Chain) -> bool:
    start = before.j if before else message.clause(chain.i).i
    return bool(_CORRECTS & set(message.norms(max(start, chain.i - _SHORT), chain.i)))


def _counted_before(message: Message, chain: Chain, who: Who) -> bool:
    """Whether company is among the adults that are known: "I'd like a dinner with my wife"."""
    known = message.facts.party.adults
    if known is None or "party.adults" in message.asked or _corrects(message, None, chain):
        return False
    return who.adults <= known or message.norms(chain.j, chain.j + 1) not in ([], ["."])


def _joining(message: Message, chains: list[Chain]) -> list[Found]:
    """ "My brother joins us", "one more person", "my wife isn't coming": more or fewer than are known."""
    known = message.facts.party
    for chain in chains if known.adults else ():
        who = _sum(message, chain)
        after = message.norms(chain.j, chain.j + 4)
        first = message.word(0) in ("and", "also", "plus", "add", "with", "oh") and len(chains) == 1
        joins = _JOINS & set(after) or (first and len(after) < 2)
        if who.more or (who.kin and joins):
            return [Found("party.adults", known.adults + who.adults - (not who.more), chain.i, chain.j)]
        if who.children and not who.adults and joins:
            return [Found("party.children", (known.children or 0) + who.children, chain.i, chain.j)]
    for span in _mentions(message) if known.adults else ():
        away = message.clause(span.i).cues.get("others.away")
        stays = away and message.word(away[-1][1]) not in _FROM_A_THING
        if stays and span.value.kin and span.value.adults == 1:
            return [Found("party.adults", max(1, known.adults - 1), span.i, span.j)]
        if stays and known.children and (span.value.children == 1 or span.value.several):
            left = 0 if span.value.several else known.children - 1
            return [Found("party.children", left, span.i, span.j)]
    return []


def _problems(message: Message, chains: list[Chain]) -> Iterator[Found]:
    """Numbers that can't be; a path "none" where nothing else is told of the party."""
    for chain in chains:
        who = _sum(message, chain)
        counted = any(one.total is not None for one in chain.whos()) or who.adults > MAX_TRAVELLERS
        minus = message.word(0) == "-" and chain.i == 1 and message.tokens[1].tight  # "-2 people"
        problem = travellers_problem(0 if minus else who.adults + who.children) if counted else None
        if problem:
            yield Found("none", problem, chain.i, chain.j, "problem")
        elif old := next((age_problem(age) for age in who.ages if age > MAX_CHILD_AGE), None):
            yield Found("", old, chain.i, chain.j, "problem")
