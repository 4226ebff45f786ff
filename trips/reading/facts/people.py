"""Who travels: numbers of people, company, children and their ages.

Words become mentions (a number of people, company, children, whoever speaks); mentions of one list are added
up; a number of all people is parted by the children among them. Who is only spoken of ("my wife loves art")
changes nothing that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from trips.facts.limits import MAX_CHILD_AGE, MAX_TRAVELLERS, age_problem, travellers_problem
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.facts.mentions import GRAMMAR, Who, named_beside
from trips.reading.facts.message import Found, Message

_GLUE, _WITH, _VERB, _GO, _AUX, _COUNTS, _CORRECTS, _TRAIT = (
    lexicon.words("people", name)
    for name in ("glue", "with", "verb", "go", "aux", "counts", "corrects", "trait")
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
#: Whoever speaks stays.
_STAYS = ("i am not going", "i am not coming", "ing for them", "only for the two of them")
_GIFTS = frozenset("surprise gift present planning booking".split())
_PARENTS = frozenset("mum mom mother mummy mommy dad daddy father".split())
_PAIRS = ({"husband", "wife"}, {"mum", "dad"}, {"mom", "dad"}, {"mother", "father"})


@dataclass
class Chain:
    """Mentions of one list."""

    spans: list[Span] = field(default_factory=list)

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
    found = _joining(message, chains) or list(_told(message, chains)) or _one_voice(message, chains)
    return [*found, *_company(message, chains), *problems]


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
    town = message.norms(end, end + 1) == ["["] and message.town(name.text)
    return name.capital and name.norm != "i" and not town


def _meant(message: Message, span: Span) -> bool:
    clause = message.clause(span.i)
    before = message.norms(span.i - 1, span.i)
    if clause.supposes(span) or clause.has("over", "others.said") or _stays_away(message, span):
        return False
    if clause.has("others.theirs") and before not in (["with"], ["and"], ["plus"], ["n"]):
        return False
    if message.norms(span.i, span.j) in (["child"], ["kid"]) and not {*before} & (_GLUE | _WITH):
        return False  # "no beach or child"
    counted = span.value.total is not None or (span.value.adults and not span.value.kin)
    if clause.asked and not counted and not (before and before[0] in ("with", "for")):
        return False
    return span.value.no or not _denied(message, span)


def _stays_away(message: Message, span: Span) -> bool:
    """ "Just me, the kids are at camp": who stands behind the last comma before it stays."""
    clause = message.clause(span.i)
    away = [at for kind in ("others.away", "visits") for at, _ in clause.cues.get(kind, ())]
    return bool(away) and "," not in message.norms(span.j, max(away))


def _denied(message: Message, span: Span) -> bool:
    """ "Not 3 adults", "without my wife"; a comma ends what is denied."""
    ends = [end for _, end in message.clause(span.i).cues.get("denies", ()) if end <= span.i]
    return bool(ends) and span.i - max(ends) <= 2 and "," not in message.norms(max(ends), span.i)


def _chains(message: Message, spans: list[Span]) -> list[Chain]:
    chains: list[Chain] = []
    for span in spans:
        last = chains[-1] if chains else None
        if _only_spoken_of(message, span, chains):
            continue
        same = last and message.clause(last.i).end == message.clause(span.i).end
        between = [
            message.word(at) for at in range(last.j if last else 0, span.i) if at not in message.closed
        ]
        alike = message.word(span.i) not in _PRONOUNS
        if last and same and alike and _outside(between) <= _GLUE:
            last.spans.append(span)
        else:
            chains.append(Chain([span]))
    return chains


def _outside(words: list[str]) -> set[str]:
    """Words between two people, without what stands in brackets: "my parents (71 and 68) and …"."""
    if "[" in words and "]" in words:
        words = words[: words.index("[")] + words[words.index("]") + 1 :]
    return {word for word in words if not word.isdecimal()}  # "mum 70, aunt 72"


def _only_spoken_of(message: Message, span: Span, chains: list[Chain]) -> bool:
    """ "…, my daughter loves horses", "…, my son is 6", of those who were counted before."""
    who, begins = span.value, message.clause(span.i).head == span.i
    if chains and chains[-1].whos()[-1].me and message.norms(chains[-1].j, span.i) in (["and"], ["&"]):
        return False  # "me and my husband would love …"
    told = _VERB & set(message.norms(span.j, span.j + 1)) or {"is", "are"} & set(
        message.norms(span.i, span.j)
    )
    children = any(one.children > 1 for chain in chains for one in chain.whos())
    counted = bool(chains) if who.kin else who.children == 1 and children
    if who.total == 1 and "us" not in message.norms(span.i, span.j):
        return bool(told)  # "one bloke has tattoos"
    return begins and bool(told) and who.total is None and counted


def _travels(message: Message, chain: Chain) -> bool:
    """Whether these people travel, or are only spoken of."""
    whos = chain.whos()
    if any(who.no or who.total is not None or (who.adults and not who.kin) for who in whos):
        return True
    before, after = message.norms(chain.i - 1, chain.i), message.norms(chain.j, chain.j + 3)
    if not any(who.kin or who.children or who.several for who in whos):
        return _ends_here(before) and _ends_here(message.norms(chain.j, chain.j + 1))  # "Me."
    led = bool(before) and before[0] in _WITH
    if led or _JOINS & set(after) or len(whos) > 1:
        return True
    new = bool(whos[0].ages) and not message.facts.party.children
    if after and after[0] in _VERB and not new:
        return False
    if whos[0].adults > 1 and before in (["r"], ["are"]):
        return True
    begins = chain.i == message.clause(chain.i).head or not before or before[0] in ", . ; : ! - ?".split()
    return begins or bool(whos[0].children)


def _ends_here(words: list[str]) -> bool:
    return words in ([], ["."], ["!"], ["?"], [";"])


def _some_only(message: Message, first: Span, spans: list[Span]) -> bool:
    """ "Two of us are vegan" tells of people who are counted already, or of some of whom nobody counted."""
    words = message.norms(first.i, first.j)
    if words[-1:] not in (["us"], ["them"]) or words[0] in ("all", "we", "there", "it", "just"):
        return False
    before, after = message.norms(first.i - 1, first.i), message.norms(first.j, first.j + 5)
    everybody = words[0] in ("both", "the")
    if before and before[0] in _COUNTS and not everybody:
        return False
    told = [word for word in after if word not in _AUX] if after and after[0] in _AUX else after
    some = bool(after) and (not told or told[0] not in _GO)
    size = message.facts.party.size
    if not size and not any(one is not first and one.value.total for one in spans):
        some = some and after[0] in _TRAIT - {"want", "like", "need"}
    return some and (not everybody or (first.value.total or 0) < size)


def _company(message: Message, chains: list[Chain]) -> list[Found]:
    """ "My wife is vegan", "gf hates boats" of a trip for which nobody was counted: a partner comes along."""
    counted = message.facts.party.adults or any(_sum(message, one).adults for one in chains)
    if counted or message.planned or len(message.tokens) < _SHORT:
        return []
    for span in (one for one in _mentions(message) if message.open(one)):
        named = _PARTNERS & set(message.norms(span.i, span.j))
        if named and message.word(span.j) in _TRAIT and _meant(message, span):
            return [Found("party.adults", 2, span.i, span.j, shared=True)]
    return []


def _one_voice(message: Message, chains: list[Chain]) -> list[Found]:
    """Who says "I'll stay", "my budget", "one room", and never "we", travels alone: it takes two such."""
    words = message.norms(0, len(message.tokens))
    counted = message.facts.party.adults or any(_sum(message, chain).adults for chain in chains)
    signs = [at for at, word in enumerate(words) if _SIGNS.get(word, set()) & set(words[at + 1 : at + 5])]
    signs += [at for at in range(len(words)) if _is_own_age(words[at : at + 4])] * 2
    alone = not counted and len(signs) > 1 and {"we", "us", "our"}.isdisjoint(words)
    return [Found("party.adults", 1, signs[0], signs[0] + 1)] if alone else []


def _is_own_age(words: list[str]) -> bool:
    """ "I'm 68 and fit", "me, 66"; not "I'm 34 weeks along"."""
    said = words[:2] in (["i", "am"], ["i", "'m"], ["me", ","]) and len(words) > 2 and words[2].isdecimal()
    return said and 15 < int(words[2]) < 100 and words[3:] not in (["week"], ["weeks"], ["month"], ["months"])


# --- what they come to ----------------------------------------------------------------------------


def _sum(message: Message, chain: Chain) -> Who:
    """A list as one: its number of everybody parted by the children among them."""
    whos = _without_repeats(chain.whos())
    children, ages = sum(who.children for who in whos), tuple(age for who in whos for age in who.ages)
    kin, adults = sum(who.adults for who in whos if who.kin), sum(who.adults for who in whos if not who.kin)
    totals = [who for who in whos if who.total is not None]
    if adults or len(totals) > 1:  # "2 adults, 2 boys"
        children += sum(who.total or 0 for who in totals if who.several)
        totals = [who for who in totals if not who.several]
    me = any(who.me for who in whos)
    several = any(who.several for who in whos)
    if totals and not adults:
        return _parted(message, chain, totals[0], Who(adults=kin, children=children, ages=ages, me=me))
    if adults:
        among = _INSIDE & set(message.norms(chain.i, chain.j + 1))
        return Who(
            adults=adults + (0 if me and among else kin), children=children, ages=ages, several=several
        )
    if kin:
        words = set(message.norms(chain.i, chain.j + 1))
        led = _WITH & set(message.norms(chain.i - 1, chain.i))
        counted = chain.spans[0].value.adults > 1 and not led and "parents" not in words
        ours = {"my", "i", "me"} & words or "our" in message.norms(chain.i, chain.spans[0].j)
        parent = kin == 1 and children and _PARENTS & words and "with" not in words
        pair = bool(counted or parent or any(pair <= words for pair in _PAIRS)) and not ours
        pair = pair or _for_them(message, chain)
        pair = pair or (me and bool(_INSIDE - {":"} & words))  # "me included"
        return Who(adults=kin + (not pair), children=children, ages=ages, kin=True, several=several)
    return Who(adults=int(me), children=children, ages=ages, several=several, kin=me)


def _for_them(message: Message, chain: Chain) -> bool:
    """ "A surprise for my parents", "for my parents, not me": whoever speaks stays."""
    before, said = message.norms(chain.i - 4, chain.i), " ".join(message.norms(0, len(message.tokens)))
    stays = message.norms(chain.j, chain.j + 2) == ["not", "me"] or any(one in said for one in _STAYS)
    given = before[-1:] == ["for"] and bool(_GIFTS & set(before))
    return (stays or given) and _PARTNERS.isdisjoint(message.norms(chain.i, chain.j))


def _parted(message: Message, chain: Chain, said: Who, rest: Who) -> Who:
    """`said`: the number of everybody; `rest`: who is named beside it."""
    total, words = said.total or 0, set(message.norms(chain.i, chain.j))
    whole = bool(_INSIDE & words) or said.family or rest.me
    glue = {word for a, b in pairwise(chain.spans) for word in message.norms(a.j, b.i)}
    added = bool({"and", "plus", "+"} & glue) and not whole
    if said.family and total > 2 and not rest.children:
        return Who(adults=2, children=total - 2)
    if {"couple", "couples"} & words:
        return replace(rest, adults=total + rest.adults, kin=False, me=False)
    beside = [message.norms(one.j - 1, one.j + 2)[1:] for one in chain.spans]
    apart = [",", "with"] in beside  # "we're 2, with a baby"
    among = whole or (
        bool({"with", "[", "w"} & words and (not added or {"of", "with"} & words)) and not apart
    )
    among = among or (
        len(chain.spans) == 2 and chain.spans[0].j == chain.spans[1].i
    )  # "7 persons 3 children"
    if rest.children and among and total > rest.children:
        return replace(rest, adults=total - rest.children, kin=False, me=False)
    return replace(rest, adults=total + (rest.adults if added else 0), kin=False, me=False, more=said.more)


def _without_repeats(whos: list[Who]) -> list[Who]:
    """ "Two kids, a boy and a girl" are two."""
    kept: list[Who] = []
    for at, who in enumerate(whos):
        rest = whos[at + 1 :]
        if who.children > 1 and not who.ages and sum(one.children for one in rest) == who.children:
            ages = tuple(age for one in rest for age in one.ages)
            return [*kept, replace(who, ages=ages), *(one for one in rest if not one.children)]
        if who.several and any(one.children for one in rest):
            continue
        kept.append(who)
    return kept


def _told(message: Message, chains: list[Chain]) -> Iterator[Found]:
    adults: tuple[Who, Chain] | None = None
    children: tuple[Who, Chain] | None = None
    for chain in chains:
        who = _sum(message, chain)
        spoken = who.kin and (_counted_before(message, chain, who) or _we_with(message, chain))
        if who.adults and not spoken and _counts_more(message, adults, who, chain):
            adults = (who, chain)
        none = any(one.no for one in chain.whos())
        if (who.children or none) and (
            children is None
            or (who.children, len(who.ages)) > (children[0].children, len(children[0].ages))
            or adults == (who, chain)
        ):
            children = (who, chain)
    known = message.facts.party.children or 0
    if adults:
        shared = bool(_WED & set(message.norms(adults[1].i, adults[1].j)))
        number = _less_children(adults, children, known)
        yield Found("party.adults", number, adults[1].i, adults[1].j, shared=shared)
    elif children and message.facts.party.adults is None and _of_one(message, children[1]):
        yield Found("party.adults", 1, children[1].i, children[1].j, shared=True)
    yield from _told_children(message, *children) if children else ()


def _of_one(message: Message, chain: Chain) -> bool:
    """ "I visit it with my son", "grandad here taking the grandkids": one adult with children."""
    said, first = set(message.norms(0, len(message.tokens))), message.clause(chain.i).i
    one = any(span.value.me and first <= span.i < chain.i for span in _mentions(message))
    whole = len(message.tokens) > _SHORT  # not an answer to who comes along
    alone = (whole and "my" in message.norms(chain.i, chain.j)) or message.word(chain.i - 1) in (
        "taking",
        "bringing",
    )
    return (one or (alone and {"we", "us", "our"}.isdisjoint(said))) and message.word(chain.i - 1) in _WITH


def _told_children(message: Message, who: Who, chain: Chain) -> Iterator[Found]:
    """Who is one of the children that are known already is no new one."""
    known = message.facts.party.children or 0
    if not 0 < who.children <= known or _corrects(message, None, chain):
        yield Found("party.children", who.children, chain.i, chain.j)
    if who.ages and len(who.ages) == max(who.children, 1):
        yield Found("party.ages", ",".join(map(str, who.ages)), chain.i, chain.j)


def _counts_more(message: Message, before: tuple[Who, Chain] | None, who: Who, chain: Chain) -> bool:
    """Whether a later number stands instead of the one before."""
    if before is None or _corrects(message, before[1], chain) or (before[0].kin and _alone(who, chain)):
        return True
    as_many = who.adults + who.children == before[0].adults + before[0].children
    return as_many or (who.adults > before[0].adults and not who.kin)


def _alone(who: Who, chain: Chain) -> bool:
    return who.adults == 1 and any(one.total == 1 for one in chain.whos())


def _we_with(message: Message, chain: Chain) -> bool:
    """ "We … with my parents": nobody said how many "we" are."""
    words = set(message.norms(chain.i, chain.j))
    we = {"we", "us"} & set(message.norms(message.clause(chain.i).i, chain.i))
    return bool(we and _WITH & set(message.norms(chain.i - 1, chain.i))) and not _PARTNERS & words


def _less_children(adults: tuple[Who, Chain], children: tuple[Who, Chain] | None, known: int) -> int:
    """Children who are told apart from "6 of us" are among these; and so are those who are known."""
    who, chain = adults
    counted = any(one.total is not None for one in chain.whos()) and not who.children
    among = children[0].children if children and children[1] is not chain else 0 if children else known
    return who.adults - among if counted and who.adults > among else who.adults


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
        after = set(message.norms(chain.j, chain.j + 4))
        first = message.tokens[0].norm in ("and", "also", "plus", "add", "with", "oh") and len(chains) == 1
        joins = _JOINS & after or (first and len(after) < 2)
        another = {"another", "extra"} & set(message.norms(chain.i, chain.j))
        if who.more or (who.kin and joins):
            return [Found("party.adults", known.adults + who.adults - (not who.more), chain.i, chain.j)]
        if who.children and not who.adults and (joins or another):
            return [Found("party.children", (known.children or 0) + who.children, chain.i, chain.j)]
    return list(_staying(message))


def _staying(message: Message) -> Iterator[Found]:
    known = message.facts.party
    for clause in message.clauses if known.adults else ():
        away = clause.cues.get("others.away")
        if not away or _FROM_A_THING & set(message.norms(away[-1][1], away[-1][1] + 1)):
            continue
        for span in (one for one in _mentions(message) if clause.i <= one.i < clause.j):
            who = span.value
            if who.kin and who.adults == 1 and known.adults > 1:
                yield Found("party.adults", known.adults - 1, span.i, span.j)
            elif (who.children == 1 or who.several) and known.children:
                yield Found("party.children", 0 if who.several else known.children - 1, span.i, span.j)


def _problems(message: Message, chains: list[Chain]) -> Iterator[Found]:
    """Numbers that can't be; a path "none" where nothing else is told of the party."""
    for chain in chains:
        who, first = _sum(message, chain), message.tokens[chain.i]
        counted = any(one.total is not None for one in chain.whos()) or who.adults > MAX_TRAVELLERS
        minus = first.tight and message.norms(chain.i - 1, chain.i) == ["-"] and chain.i == 1
        problem = travellers_problem(0 if minus else who.adults + who.children) if counted else None
        if problem:
            yield Found("none", problem, chain.i, chain.j, "problem")
        elif old := next((age_problem(age) for age in who.ages if age > MAX_CHILD_AGE), None):
            yield Found("", old, chain.i, chain.j, "problem")
