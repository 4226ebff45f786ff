"""Everyday words that are also names of places somewhere, or that start sentences with a capital."""

from __future__ import annotations

COMMON_WORDS: frozenset[str] = frozenset(
    """
    pet dog cat tent spa
    a able about above across action active actually add after again against ago ahead air airport all
    almost alone along already also always am american an and another any anybody anyone anything anywhere
    apart apartment april are area around arrange arrival arrive as ask asap at august autumn away baby
    back bad balanced bar bars bath be beach beautiful because been before beginning being below best
    better between big bike bit black blue boat book booking both bread break breakfast bring brother
    budget bus business but buy by café cafe can cannot car care castle center centre change cheap check
    child children christmas church city clear close coach coast coffee cold come coming confirm cool
    correct cost could country couple couples course cruise culture dad daily date dates daughter day days
    dear december definitely dinner direct do does doing dog don done down drive driving during each early
    easter easy eat eating either else end ending english enjoy enough european evening everyone
    everything exactly expensive explore family far fast father february few fine first flight flights fly
    flying food foodie for fourth free french friday friend friends from full fun garden gardens german
    get getting girl girls give go going good grand great green group guests had half happy hard has have
    he heart hello help her here hey hi him his history hold holiday home honeymoon hope hostel hot hotel
    hotels hours house how however husband i idea if in including inn instead interested into is island it
    italian its january japanese july june just keep kid kids kind know lake last late later least leave
    leaving left less let life light like line list little live local long look looking lot love low
    luxury main make male man many march market may maybe me mean medium meet men mid middle mine mobile
    modern moderate moment monday money month months more morning most mother mountain mountains much mum
    museum museums music must my myself name nature near need neither never new next nice night nights no
    nobody none nor north not note nothing november now number october of off often ok okay old on once
    one only onto open option or orange other our out over own pace packed palace parents park parks part
    partner party pay people per perfect perhaps person pets photography pick place places plan planning
    please plus pool possible prefer pretty price probably put quick quiet quite rail rather reading ready
    really relaxed relaxing remove rent rest restaurant restaurants return returning right road romantic
    room rooms round safe sales same saturday save say school sea see seeing september set several she
    shopping short should show shrine sister slow small snow so solo some somebody someone something
    sometime sometimes somewhere son soon sorry south spa spanish spend split spring square stage start
    starting station stay staying still stop summer sun sunday sunny sure surprise sweet swim table take
    taking taxi temple temples than thank thanks that the their them then there these they thing things
    think third this those though three through thursday ticket tickets time to today together tomorrow
    tonight too total tour town train trains transport travel traveler travelers traveller travelling
    traveling trip trips try tuesday two type under until up upon us use usual usually vacation van vegan
    vegetarian very via view views villa visit visiting wait walk walking want warm was water way we
    wednesday week weekend weeks welcome well were west what whatever wheelchair when where which while
    white who whole why wife will win winter wish with without woman women wonder wonderful work would
    yeah year years yes yesterday yet you young your northern southern eastern western upper lower coastal
    ppl around enthusiast lover lovers fan seats hiking concert wedding conference meeting birthday eager
    seeking kindly dreaming considering arranging hoping thinking want gonna wanna gotta cheers lol omg
    pls thx usd eur gbp vip tv ev suv bbq diy faq wifi gps ac am pm asap rv nb ps una un uno el la los las
    le les der die das ein eine und y et e o ou oder con avec mit para pour für por de del du des von
    quiero queremos nous voulons wir möchten wollen ich je yo hola bonjour hallo ciao viaje voyage reise
    días jours tage noches nuits nächte personas personnes personen presupuesto en im am zu al au hope art
    chance deal normal surprise
    """.split()
)

#: Common words that are well known as cities too: with a capital, after "to", "in" or "from", they are.
ALSO_CITIES: frozenset[str] = frozenset("nice bath split reading mobile orange male hope".split())
