"""The words of the small language: English beside French, with what agreement needs to know.

French gender, plural and elision follow Grevisse's rules as any school grammar gives them. Nouns
and adjectives carry kinds, so that most sentences make sense; the grammar itself ignores them.
"""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "<unk>"

PERSON, ANIMAL, FOOD, THING, PLACE, BODY = "person", "animal", "food", "thing", "place", "body"
ALL = frozenset({PERSON, ANIMAL, FOOD, THING, PLACE, BODY})
ALIVE = frozenset({PERSON, ANIMAL})


@dataclass(frozen=True)
class Noun:
    """A noun in both languages; feminine says which French gender it has."""

    singular: str
    plural: str
    french: str
    french_plural: str
    feminine: bool
    kind: str


@dataclass(frozen=True)
class Adjective:
    """An adjective; forms are masculine, feminine, masculine plural, feminine plural.

    before says that French puts it before its noun; liaison is the masculine form that stands
    before a vowel (bel, vieil, nouvel), or "" where there is none.
    """

    english: str
    forms: tuple[str, str, str, str]
    kinds: frozenset[str]
    before: bool = False
    liaison: str = ""


@dataclass(frozen=True)
class Verb:
    """A verb in the third person; objects are the kinds that it takes, empty without an object."""

    base: str
    singular: str
    french: str
    french_plural: str
    objects: frozenset[str] = frozenset()


def _noun(row: str, kind: str) -> Noun:
    english, plural, gender, french, french_plural = row.split()
    return Noun(english, plural, french, french_plural, gender == "f", kind)


def _nouns(kind: str, *rows: str) -> tuple[Noun, ...]:
    return tuple(_noun(row, kind) for row in rows)


NOUNS: tuple[Noun, ...] = (
    *_nouns(
        PERSON,
        "man men m homme hommes",
        "woman women f femme femmes",
        "boy boys m garçon garçons",
        "girl girls f fille filles",
        "king kings m roi rois",
        "queen queens f reine reines",
        "friend friends m ami amis",
        "child children m enfant enfants",
        "teacher teachers m professeur professeurs",
        "student students m étudiant étudiants",
        "doctor doctors m médecin médecins",
        "hero heroes m héros héros",
    ),
    *_nouns(
        ANIMAL,
        "cat cats m chat chats",
        "dog dogs m chien chiens",
        "bird birds m oiseau oiseaux",
        "horse horses m cheval chevaux",
        "mouse mice f souris souris",
    ),
    *_nouns(
        FOOD,
        "apple apples f pomme pommes",
        "cake cakes m gâteau gâteaux",
        "orange oranges f orange oranges",
        "egg eggs m œuf œufs",
    ),
    *_nouns(
        THING,
        "book books m livre livres",
        "letter letters f lettre lettres",
        "car cars f voiture voitures",
        "flower flowers f fleur fleurs",
        "hat hats m chapeau chapeaux",
        "picture pictures f image images",
        "tree trees m arbre arbres",
        "boat boats m bateau bateaux",
    ),
    *_nouns(
        PLACE,
        "house houses f maison maisons",
        "garden gardens m jardin jardins",
        "school schools f école écoles",
        "church churches f église églises",
        "city cities f ville villes",
        "hotel hotels m hôtel hôtels",
        "island islands f île îles",
    ),
    *_nouns(
        BODY,
        "company companies f entreprise entreprises",
        "area areas f zone zones",
        "law laws f loi lois",
        "market markets m marché marchés",
        "country countries m pays pays",
        "agreement agreements m accord accords",
    ),
)

ASPIRATED = frozenset({"héros"})  # No elision before these, though they begin with a mute letter.

_COLOURED = frozenset({ANIMAL, THING, FOOD, PLACE})
_PUBLIC = frozenset({BODY, PLACE})


def _adjective(
    row: str, kinds: frozenset[str], before: bool = False, liaison: str = ""
) -> Adjective:
    english, masculine, feminine, plural, feminine_plural = row.split()
    return Adjective(
        english, (masculine, feminine, plural, feminine_plural), kinds, before, liaison
    )


BEFORE: tuple[Adjective, ...] = (
    _adjective("small petit petite petits petites", ALL, True),
    _adjective("big grand grande grands grandes", ALL, True),
    _adjective("beautiful beau belle beaux belles", ALL, True, "bel"),
    _adjective("old vieux vieille vieux vieilles", ALL, True, "vieil"),
    _adjective("new nouveau nouvelle nouveaux nouvelles", ALL, True, "nouvel"),
    _adjective("young jeune jeune jeunes jeunes", ALIVE, True),
    _adjective("good bon bonne bons bonnes", ALL, True),
)

# Two stand before a noun only in this order: beautiful old, small new.
OUTER, INNER = BEFORE[:3], BEFORE[3:6]

# In the order in which English has them before a noun: what one thinks of it, its colour, where
# it is from, what it is about. French has them after the noun, the other way round.
AFTER: tuple[Adjective, ...] = (
    _adjective("important important importante importants importantes", ALL - {FOOD}),
    _adjective("famous célèbre célèbre célèbres célèbres", ALL - {FOOD}),
    _adjective("dangerous dangereux dangereuse dangereux dangereuses", ALL - {FOOD}),
    _adjective("expensive cher chère chers chères", frozenset({FOOD, THING, PLACE})),
    _adjective("rich riche riche riches riches", frozenset({PERSON, BODY, PLACE})),
    _adjective("happy heureux heureuse heureux heureuses", ALIVE),
    _adjective("tired fatigué fatiguée fatigués fatiguées", ALIVE),
    _adjective("sad triste triste tristes tristes", ALIVE),
    _adjective("black noir noire noirs noires", _COLOURED),
    _adjective("white blanc blanche blancs blanches", _COLOURED),
    _adjective("red rouge rouge rouges rouges", _COLOURED),
    _adjective("green vert verte verts vertes", _COLOURED),
    _adjective("blue bleu bleue bleus bleues", _COLOURED),
    _adjective("european européen européenne européens européennes", ALL),
    _adjective("french français française français françaises", ALL),
    _adjective("english anglais anglaise anglais anglaises", ALL),
    _adjective("national national nationale nationaux nationales", _PUBLIC),
    _adjective("political politique politique politiques politiques", _PUBLIC),
    _adjective("public public publique publics publiques", _PUBLIC),
    _adjective("economic économique économique économiques économiques", _PUBLIC),
)


def _verb(row: str, objects: frozenset[str] = frozenset()) -> Verb:
    base, singular, french, french_plural = row.split()
    return Verb(base, singular, french, french_plural, objects)


_GOODS = frozenset({ANIMAL, FOOD, THING, PLACE})

WITH_OBJECT: tuple[Verb, ...] = (
    _verb("see sees voit voient", ALL),
    _verb("like likes aime aiment", ALL),
    _verb("find finds trouve trouvent", ALL),
    _verb("watch watches regarde regardent", ALL),
    _verb("buy buys achète achètent", _GOODS),
    _verb("sell sells vend vendent", _GOODS),
    _verb("eat eats mange mangent", frozenset({FOOD})),
    _verb("want wants veut veulent", ALL),
    _verb("paint paints peint peignent", ALL),
    _verb("hear hears entend entendent", ALIVE),
    _verb("follow follows suit suivent", ALIVE | {THING, BODY}),
    _verb("carry carries porte portent", ALIVE | {FOOD, THING}),
    _verb("forget forgets oublie oublient", ALL),
    _verb("lose loses perd perdent", ALL),
    _verb("help helps aide aident", ALIVE | {BODY}),
    _verb("draw draws dessine dessinent", ALL),
)

WITHOUT_OBJECT: tuple[Verb, ...] = (
    _verb("sleep sleeps dort dorment"),
    _verb("work works travaille travaillent"),
    _verb("sing sings chante chantent"),
    _verb("walk walks marche marchent"),
    _verb("run runs court courent"),
    _verb("laugh laughs rit rient"),
    _verb("arrive arrives arrive arrivent"),
    _verb("dance dances danse dansent"),
)

GOING: tuple[Verb, ...] = (_verb("go goes va vont"), _verb("speak speaks parle parlent"))

SAYING: tuple[Verb, ...] = (
    _verb("think thinks pense pensent"),
    _verb("say says dit disent"),
    _verb("know knows sait savent"),
)

BEING = Verb("are", "is", "est", "sont")

# Articles and their like. Number: "s" singular, "p" plural. French: masculine, feminine.
DETERMINERS: dict[tuple[str, str], tuple[str, str]] = {
    ("the", "s"): ("le", "la"),
    ("the", "p"): ("les", "les"),
    ("a", "s"): ("un", "une"),
    ("some", "p"): ("des", "des"),
    ("this", "s"): ("ce", "cette"),
    ("these", "p"): ("ces", "ces"),
    ("my", "s"): ("mon", "ma"),
    ("my", "p"): ("mes", "mes"),
    ("their", "s"): ("leur", "leur"),
    ("their", "p"): ("leurs", "leurs"),
    ("every", "s"): ("chaque", "chaque"),
    ("many", "p"): ("beaucoup de", "beaucoup de"),
    ("two", "p"): ("deux", "deux"),
    ("three", "p"): ("trois", "trois"),
}

BEFORE_VOWEL = {"ce": "cet", "ma": "mon"}

PRONOUNS = {"he": ("il", "s", False), "she": ("elle", "s", True), "they": ("ils", "p", False)}

PREPOSITIONS = {
    "in": "dans",
    "on": "sur",
    "under": "sous",
    "with": "avec",
    "without": "sans",
    "behind": "derrière",
    "near": "près de",
    "for": "pour",
    "in front of": "devant",
}

CONJUNCTIONS = {
    "and": "et",
    "but": "mais",
    "or": "ou",
    "because": "parce que",
    "when": "quand",
    "while": "pendant que",
}

# How often: before an English verb, after a French one. When, where, how: at the end of both.
OFTEN = {"often": "souvent", "always": "toujours", "sometimes": "parfois"}
LAST = {"now": "maintenant", "today": "aujourd'hui", "here": "ici", "slowly": "lentement"}
