"""One sentence to somebody who writes another language than English, in theirs, with where the form is."""

from __future__ import annotations

_IN_THEIRS = {
    "de": "Ohne Sprachmodell lese ich nur Englisch: Schreiben Sie mir bitte auf Englisch, oder tragen Sie Ziel, "
    "Daten, Personen und Budget in das Formular neben dem Gespräch ein.",
    "fr": "Sans modèle de langue je ne lis que l'anglais : écrivez-moi en anglais, ou indiquez destination, dates, "
    "voyageurs et budget dans le formulaire à côté de la conversation.",
    "es": "Sin modelo de lenguaje solo leo inglés: escríbame en inglés o indique destino, fechas, viajeros y "
    "presupuesto en el formulario junto a la conversación.",
    "it": "Senza un modello linguistico leggo solo l'inglese: mi scriva in inglese, oppure indichi destinazione, "
    "date, viaggiatori e budget nel modulo accanto alla conversazione.",
    "pt": "Sem um modelo de linguagem leio apenas inglês: escreva-me em inglês ou indique destino, datas, viajantes "
    "e orçamento no formulário ao lado da conversa.",
    "nl": "Zonder taalmodel lees ik alleen Engels: schrijf me in het Engels, of vul bestemming, data, reizigers en "
    "budget in op het formulier naast het gesprek.",
    "pl": "Bez modelu językowego czytam tylko po angielsku: proszę napisać po angielsku albo podać cel, daty, "
    "liczbę osób i budżet w formularzu obok rozmowy.",
    "tr": "Dil modeli olmadan yalnızca İngilizce okuyabiliyorum: lütfen İngilizce yazın ya da gidilecek yeri, "
    "tarihleri, kişi sayısını ve bütçeyi sohbetin yanındaki forma girin.",
    "ja": "言語モデルがないため英語しか読めません。英語で書いていただくか、会話の横のフォームに行き先、日程、人数、予算をご記入ください。",
    "zh": "没有语言模型时我只能阅读英文：请用英文告诉我，或在对话旁边的表单中填写目的地、日期、人数和预算。",
}
_OTHER = (
    "Without a language model I read English only: please write in English, or enter destination, dates, "
    "travellers and budget in the form beside this conversation."
)


def only_english(language: str) -> str:
    return _IN_THEIRS.get(language, _OTHER)
