"""The reader of pad files. It builds a pad, resolves names, checks every formula and rejects circular definitions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any
from typing import Literal as OneOf

from scorekeeper.games.options import OPEN, Option, spelled_order
from scorekeeper.games.pad import ALL, END, Suit
from scorekeeper.games.pads import padfile
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, CounterBox, NumberBox, TickBox, WordsBox, get_label
from scorekeeper.games.pads.deck import MOST_COPIES, Deck
from scorekeeper.games.pads.formula import Call, Name, Node, Plain, Wrong, parse, parts_of, walk
from scorekeeper.games.pads.kinds import FUNCTIONS, LARGEST_TREE, Kind, check, is_same_for_all, list_names
from scorekeeper.games.pads.pad import (
    HAD,
    OWN_NAMES,
    SURE,
    Box,
    Content,
    Pad,
    PadCheck,
    PadCure,
    PadSaying,
    PadStep,
    PadTie,
    PadTitle,
    PadWay,
    Row,
    is_one,
)
from scorekeeper.games.pads.padfile import Mistake, Path, check_whole, get_nested, get_texts
from scorekeeper.games.pads.piles import CARDS_BOX, COUNT_BOX, NOBODY_BOX, SUM_BOX, HandBox, PileBox
from scorekeeper.games.pads.scoring import count_teams
from scorekeeper.games.pads.suits import expand_suits
from scorekeeper.language.catalogue import LANGUAGES
from scorekeeper.language.text import IN_BRACES, Literal, OwnWords, PadWords, Text

MOST_PARTS = 2_500
"""The maximum number of parts in all formulas of a pad that people made. Most supplied pads have a few hundred."""

MOST_TEAMS = 4

PARTS_OF_PILES = ("back", CARDS_BOX, COUNT_BOX, SUM_BOX)
"""What a step can ask of a player’s pile."""

AFTER_A_ROUND = ("out", "wins_at_once", "lost")
"""The formulas that can use both the entries of a round and the total after it."""

PILE_KINDS = ("pile", "hand")
"""The kinds of boxes that hold the cards of a suit."""

VARIANTS_IN_MEMORY = 32
"""Maximum number of cached variants of a pad, by look and order of its suits. They never change."""

When = OneOf["round", "after", "between", "start"]
"""When a formula is evaluated: in a round, after it with `total`, between rounds, or at the start of the game.

Between rounds, totals and options are known, at the start only options and the number of players.
"""

MOST_FORMULA_DEPTH = 90
"""The maximum depth of formulas that refer to other formulas, including their brackets."""


BOX_CLASSES: Mapping[str, type[Box]] = {
    "number": NumberBox,
    "counter": CounterBox,
    "tick": TickBox,
    "chips": ChipsBox,
    "choice": ChoiceBox,
    "words": WordsBox,
    "pile": PileBox,
    "hand": HandBox,
}
"""The kinds of boxes by their names in pad files."""


def parse_pad(text: str, slug: str, file: str = "", supplied: bool = False, stored: bool = False) -> Pad:
    """Return the pad that the text of a pad file describes. The catalogues translate the words of `supplied` pads.

    What only new pads must keep is not asked of `stored` ones, so that their tables can always be opened.

    Raise Mistake with file name, line and reason for the first mistake in it.

    Decision: pad-strict
    """
    try:
        content = padfile.parse(text)

        @lru_cache(VARIANTS_IN_MEMORY)
        def parse_variant(look: str, order: Sequence[str]) -> Pad:
            return _Reader(expand_suits(content, look, order), slug, supplied, stored).pad()

        def make_variant(look: str, order: Sequence[str]) -> Pad:
            # The usual pad is read once, however its look and order are named.
            return parse_variant(look if look in looks else "", () if order == usual else order)

        pad, suits = parse_variant("", ()), content.get("suits", {})
        # In the order of the file, so that the same mistake is always the first one.
        looks, usual = dict.fromkeys(look for suit in suits.values() for look in suit.get("look", {})), tuple(suits)
        for look in looks:
            parse_variant(look, ())
        varies = looks or any(option.order for option in pad.options)
        return replace(pad, make_variant=make_variant) if varies else pad
    except Mistake as wrong:
        mistake = padfile.locate(wrong, text)
        # The caller may know the file by another name than the pad does.
        raise Mistake(mistake.path, mistake.reason, mistake.line, file or f"{slug}.toml") from None


def read_title(content: Content, slug: str, supplied: bool = False) -> PadTitle:
    """Return what lists of games show of a pad, from the content of its file. Raise Mistake if it is not valid."""
    name, sign = content["name"], None
    if "sign" in content:
        # Not from the catalogues: which letters are free in a language is known in one file only.
        sign = _make_text("", content["sign"])
        if any(len(text) > padfile.LETTERS for text in get_texts(content["sign"]).values()):
            raise Mistake(("sign",), Text("Use at most %(most)s characters.", most=padfile.LETTERS))
    # A name that people give to their pad in only one language is not translated.
    is_plain = not supplied and len(get_texts(name)) == 1
    named = get_texts(name)["en"] if is_plain else _make_text(slug if supplied else "", name)
    players, kind, number = tuple(content["players"]), content.get("kind", ""), content.get("board_game_geek", 0)
    return PadTitle(slug, named, players, kind, sign, number)


def _leave_blank(row: Row) -> Row:
    """Return a row of a card, on which a number without an entry counts 0 once the table says that it has it all."""
    blank = [box for box in row.boxes if isinstance(box, NumberBox) and box.blank is None]
    return replace(row, boxes=tuple(replace(box, blank=0) if box in blank else box for box in row.boxes))


def _make_text(slug: str, value: Any) -> Text:
    """Return a text of a file with its translations. The catalogues translate those of the supplied pad `slug`."""
    translations = dict(get_texts(value))
    english = translations.pop("en")
    return PadWords(english, slug) if slug else OwnWords(english, **translations)


class _Reader:
    """The reader of one pad file."""

    def __init__(self, content: Content, slug: str, supplied: bool, stored: bool) -> None:
        self.content = content
        self.supplied = supplied
        self.stored = stored
        self.title = read_title(content, slug, supplied)
        self._make_text = partial(_make_text, slug if supplied else "")
        self.deck: Deck | None = None
        self.kinds: dict[str, Kind] = {}
        self.trees: dict[str, Node] = {}
        self.paths: dict[str, Path] = {}
        self.parts = 0
        self.waiting: list[tuple[Node, Path]] = []
        self.looks_back: list[Call] = []
        self.shared = {"players", "round", "complete", SURE, *get_nested(content, "option")}

    def pad(self) -> Pad:
        """Return the pad. Raise Mistake for the first mistake in the file."""
        content = self.content
        # Formulas are only parsed here. They are checked below, once every name is known.
        self.deck = self._parse_deck()
        options = tuple(self._parse_option(key, part) for key, part in get_nested(content, "option").items())
        for key, suit in get_nested(content, "suits").items():
            # Read by itself first, so that a mistake in a symbol is found at the suit and not at its row.
            self._parse_suit(suit, ("suits", key))
        if not self.stored:
            _check_letters(get_nested(content, "suits"))
        rows = tuple(self._parse_row(key, part) for key, part in content["row"].items())
        if "layout" in content:
            rows = tuple(map(_leave_blank, rows))
        for key, text in get_nested(content, "let").items():
            self._add_name(key, ("let", key), None)
            self.trees[key] = self._parse(text, ("let", key))
        if all(isinstance(box, WordsBox) for row in rows for box in row.boxes):
            raise Mistake(("row",), Text("At least one row must ask for a number, a tick or a choice."))
        # Before the types: with a circular definition there would be no value to start from.
        self._check_circles(rows)
        self.shared |= {row.name_box(box) for row in rows for box in row.boxes if box.shared}
        self.shared |= {f"{row.key}_{NOBODY_BOX}" for row in rows if row.has_pile}
        self._name_kinds()
        for node, path in self.waiting:
            self._check_whole(node, path)
        rows = tuple(
            replace(
                row,
                notes=self._parse_sayings("row", row.key, "note"),
                workings=self._parse_sayings("row", row.key, "working"),
            )
            for row in rows
        )
        out, wins_at_once, lost = [self._find_whole(content, key, (), "after") for key in AFTER_A_ROUND]
        if content.get("last_in") and out is None:
            raise Mistake(("last_in",), Text('Say who is out of the game: out = "…".'))
        if lost and not all(box.shared for row in rows for box in row.boxes):
            raise Mistake(("lost",), Text("Only a game that all play together can be lost: every box is shared."))
        ties, rounds = tuple(self._parse_ties()), self._find_whole(content, "rounds", (), "start")
        if isinstance(rounds, Plain) and rounds.value < 1:
            raise Mistake(("rounds",), Text("A game must have at least one round."))
        pad = Pad(
            title=self.title,
            fewest=content.get("wins", "most") == "fewest",
            lead="dealer" if content.get("lead", "dealer") == "dealer" else "starter",
            options=options,
            rows=self._mark_deciding(rows, ties, [node for node in (out, wins_at_once, lost) if node]),
            values=self.trees,
            shared=self.shared,
            rounds=rounds,
            start=self._find_whole(content, "start", (), "start"),
            over=self._find_whole(content, "over", (), "between"),
            out=out,
            last_in=bool(content.get("last_in")),
            plays_on=content.get("level") == "plays on",
            teams=self._parse_teams(),
            ties=ties,
            checks=tuple(self._parse_checks()),
            small=tuple(map(self._make_text, content.get("small", ()))),
            # A title is quoted as it was printed. Nobody translates those of the supplied pads.
            source=_make_text("", content["source"]) if "source" in content else None,
            paper_rounds=get_nested(content, "paper").get("rounds", 0),
            looks_back=tuple(self.looks_back),
            lead_stays=content.get("lead") == "same starter",
            notes=tuple(
                PadSaying(self._make_text(part["say"]), who=self._parse_whole(part, "who", ("note", key), "between"))
                for key, part in get_nested(content, "note").items()
            ),
            first_wins=bool(content.get("first_wins")),
            wins_at_once=wins_at_once,
            lost=lost,
            whole=self._find_whole(content, "whole", (), "start"),
            gains=bool(content.get("gains")),
            ways=tuple(self._parse_way(key, part, rows) for key, part in get_nested(content, "way").items()),
            looks=self._parse_looks(),
            on_card=self._is_on_card(rows, rounds),
        )
        if pad.adds_ties or pad.first_wins:
            # A tie and a win at once are seen from the totals, and these include the rounds before.
            self._ask_had()
        return replace(pad, looks_back=tuple(self.looks_back))

    def _is_on_card(self, rows: tuple[Row, ...], rounds: Node | None) -> bool:
        """Return whether each player has a card. Raise Mistake if the pad cannot be entered on one."""
        if "layout" not in self.content:
            return False
        if not is_one(rounds):
            raise Mistake(("layout",), Text('A card is for a game of one round: rounds = "1".'))
        if "way" in self.content or any(row.has_pile for row in rows):
            raise Mistake(("layout",), Text("A card has no piles, and no other way of entering."))
        return True

    def _parse_deck(self) -> Deck | None:
        if "deck" not in self.content:
            return None
        self._add_name(SURE, ("deck",), "whole")
        values = self.content["deck"]["values"]
        copies = self.content["deck"].get("copies", [1] * len(values))
        if len(set(values)) < len(values):
            raise Mistake(("deck", "values"), Text("Each one can appear here only once."))
        if len(copies) != len(values) or not all(0 < number <= MOST_COPIES for number in copies):
            reason = Text("Write a whole number from %(least)s to %(most)s.", least=1, most=MOST_COPIES)
            raise Mistake(("deck", "copies"), reason)
        return Deck(tuple(values), tuple(copies))

    def _parse_looks(self) -> Node | None:
        """Return the formula for the look of the suits, or None if they have only one."""
        if "looks" not in self.content:
            return None
        node = self._parse(self.content["looks"], ("looks",))
        if self._check(node, ("looks",), "between") != "word":
            raise Mistake(("looks",), Text("This must give a word."))
        return node

    # Names

    def _add_name(self, key: str, path: Path, kind: Kind | None) -> None:
        if key in (*OWN_NAMES, END, ALL, *FUNCTIONS, "and", "or", "not"):
            raise Mistake(path, Text("%(name)s is a word of formulas. Choose another key.", name=Literal(key)))
        if key in self.paths:
            raise Mistake(path, Text("%(name)s is used twice. Choose another key.", name=Literal(key)))
        self.paths[key] = path
        if kind:
            self.kinds[key] = kind

    def _find_kind(self, when: When, name: Name) -> Kind:
        """Return the type of a name in a formula that is evaluated then. Raise Wrong if the name is not known then."""
        known = {"start": ("players",), "between": ("players", "round", "total")}.get(when)
        if known and name.name not in (*known, *get_nested(self.content, "option")):
            raise Wrong(name.at, Text("%(name)s cannot be used here.", name=Literal(name.name)))
        if name.name in self.kinds:
            return self.kinds[name.name]
        if name.name in OWN_NAMES and (name.name != "total" or when != "round"):
            return "whole"
        raise Wrong(name.at, Text("There is nothing called %(name)s.", name=Literal(name.name)))

    # Formulas

    def _parse(self, text: object, path: Path) -> Node:
        try:
            node = parse(str(text))
        except Wrong as wrong:
            raise _as_mistake(wrong, str(text), path) from None
        parts = [*walk(node)]
        if len(parts) > LARGEST_TREE:
            raise Mistake(path, Text("A formula can have at most %(most)s parts.", most=LARGEST_TREE))
        # Counted over the whole pad: each formula may be short, but all are evaluated for every player.
        self.parts += len(parts)
        if self.parts > MOST_PARTS and not self.supplied:
            raise Mistake(path, Text("The formulas of this pad are too long in total."))
        self.looks_back += [part for part in parts if isinstance(part, Call) and _looks_back(part)]
        names = {part.name for part in parts if isinstance(part, Name)}
        if "had" in names or (path[0] in AFTER_A_ROUND and "total" in names):
            self._ask_had()
        return node

    def _ask_had(self) -> None:
        """Add to `self.looks_back` the call for a player’s points before the round, unless it is there already."""
        if not any(call is HAD for call in self.looks_back):
            self.looks_back.append(HAD)

    def _check(self, node: Node, path: Path, when: When = "round") -> Kind:
        try:
            kind = check(node, partial(self._find_kind, when))
        except Wrong as wrong:
            # The message quotes the text before the mistake.
            text = path[0] if len(path) == 1 else path[-1]
            raise _as_mistake(wrong, str(get_nested(self.content, *map(str, path)) or text), path) from None
        if when in ("between", "start") and any(isinstance(part, Call) and _looks_back(part) for part in walk(node)):
            raise Mistake(path, Text("Earlier rounds cannot be used here."))
        return kind

    def _check_whole(self, node: Node, path: Path, when: When = "round") -> None:
        kind = self._check(node, path, when)
        if kind == "number":
            raise Mistake(path, Text("This could give a fraction. Put floor(…) around it."))
        if kind != "whole":
            raise Mistake(path, Text("This must give a number."))

    def _parse_whole(self, part: Content, key: str, path: Path, when: When = "round") -> Node:
        """Return the formula at a key of a part. Raise Mistake if it does not give a whole number."""
        node = self._parse(part[key], (*path, key))
        self._check_whole(node, (*path, key), when)
        return node

    def _find_whole(self, part: Content, key: str, path: Path, when: When = "round") -> Node | None:
        """Return the formula at a key of a part as `_parse_whole` does, or None if the part has none."""
        return self._parse_whole(part, key, path, when) if key in part else None

    def _parse_early(self, part: Content, key: str, path: Path) -> Node | None:
        """Return the formula at a key of a part, or None. It is checked later, once every name is known."""
        if key not in part:
            return None
        node = self._parse(part[key], (*path, key))
        self.waiting.append((node, (*path, key)))
        return node

    def _is_shared(self, node: Node) -> bool:
        return is_same_for_all(node, self.shared.__contains__)

    def _name_kinds(self) -> None:
        """Set the type of each named value in `self.kinds`, starting with values that depend on no others."""
        waiting = list(get_nested(self.content, "let"))
        within = {key: {name.name for name in list_names(self.trees[key], same_round=True)} for key in waiting}
        for key in waiting:
            later = {name.name for name in list_names(self.trees[key])} - within[key]
            for other in later & set(waiting):
                self.kinds.setdefault(other, "whole")
        # A value used by a later round has to be assumed whole before its own type is known; checked below.
        guessed = dict(self.kinds)
        while waiting:
            ready = next(key for key in waiting if not within[key] & set(waiting))
            waiting.remove(ready)
            self.kinds[ready] = self._check(self.trees[ready], ("let", ready))
            if self._is_shared(self.trees[ready]):
                self.shared.add(ready)
            if ready in guessed and self.kinds[ready] != guessed[ready]:
                raise Mistake(("let", ready), Text("A value used by a later round must be a whole number."))

    def _check_circles(self, rows: tuple[Row, ...]) -> None:
        trees = {
            **self.trees,
            **{f"{row.key}.points": row.points for row in rows if row.points},
            **{f"{row.key}.when": row.when for row in rows if row.when},
        }
        rests = {
            key: tuple(dict.fromkeys(name.name for name in list_names(tree, same_round=True)))
            for key, tree in trees.items()
        }
        rests["score"] = tuple(key for key in trees if key.endswith(".points"))
        # A box is blank until its row is known to apply, so it depends on the condition of the row.
        rests |= {box.key: (f"{row.key}.when",) for row in rows if row.when for box in row.boxes}
        deep = {key: _measure_depth(tree) for key, tree in trees.items()}
        for key in trees:
            self._follow(key, rests, deep, ())

    def _find_path(self, key: str) -> Path:
        name, _, part = key.partition(".")
        path = self.paths.get(name, ("row", name))
        return (*path, part or "points") if path[0] == "row" else path

    def _follow(self, key: str, rests: dict[str, tuple[str, ...]], deep: dict[str, int], on: tuple[str, ...]) -> int:
        """Return the depth of a value’s dependencies. Raise Mistake if it depends on itself or on too many others.

        `rests` maps each value that is not checked yet to the values that it needs. `deep` holds the depths so far, and
        `on` the chain of values that led to `key`.
        """
        if key in on:
            circle = Literal(" → ".join((*on[on.index(key) :], key)))
            raise Mistake(
                self._find_path(on[-1]), Text("These depend on each other in a loop: %(names)s.", names=circle)
            )
        if key in rests:
            below = [self._follow(needed, rests, deep, (*on, key)) for needed in rests[key]]
            deep[key] = deep.get(key, 1) + max(below, default=0)
            del rests[key]
            if deep[key] > MOST_FORMULA_DEPTH:
                raise Mistake(self._find_path(key), Text("This depends on too many other values."))
        return deep.get(key, 1)

    def _mark_deciding(self, rows: tuple[Row, ...], ties: tuple[PadTie, ...], ends: Sequence[Node]) -> tuple[Row, ...]:
        """Return the rows, with `decides` set on each row that only breaks ties.

        `ends` are the conditions that say who is out, or how the game ends.

        If it would be set on all rows with entries, it is set on none.
        """
        scored = [node for row in rows for node in (row.points, row.when) if node]
        worth = self._find_dependencies([*scored, *ends])
        decides = self._find_dependencies([tie.of for tie in ties]) - worth
        alone = {row.key for row in rows if row.boxes and {box.key for box in row.boxes} <= decides}
        if alone == {row.key for row in rows if not all(isinstance(box, WordsBox) for box in row.boxes)}:
            # Without another row there is nothing to enter first, so the tie-breaks are asked of everybody.
            return rows
        return tuple(replace(row, decides=row.key in alone) for row in rows)

    def _find_dependencies(self, nodes: Sequence[Node]) -> set[str]:
        """Return every name that these formulas depend on, directly or through other values."""
        found: set[str] = set()
        waiting = list(nodes)
        while waiting:
            names = {name.name for name in list_names(waiting.pop())} - found
            found |= names
            waiting += [self.trees[name] for name in names if name in self.trees]
        return found

    # Parts

    def _parse_option(self, key: str, part: Content) -> Option:
        self._add_name(key, ("option", key), "word" if "choices" in part or "order" in part else "whole")
        label = self._make_text(part["label"])
        if "order" in part:
            suits = get_nested(self.content, "suits")
            named = tuple((suit, self._make_text(said["label"])) for suit, said in suits.items())
            return Option(key, label, default=spelled_order([*suits]), order=named)
        if "choices" in part:
            choices = tuple((choice, self._make_text(get_label(said))) for choice, said in part["choices"].items())
            return Option(key, label, choices, choices[0][0])
        least, most = part.get("least", 0), part.get("most", padfile.MOST_IN_FILE)
        default = part.get("default", least)
        check_whole(default, least, most, ("option", key, "default"))
        empty = self._make_text(part["empty"]) if "empty" in part else OPEN
        return Option(key, label, default=default, least=least, most=most, empty=empty)

    def _parse_row(self, key: str, part: Content) -> Row:
        path: Path = ("row", key)
        if key in (END, ALL):
            raise Mistake(path, Text("%(name)s is a word of formulas. Choose another key.", name=Literal(key)))
        boxes, is_result = self._parse_boxes(key, part, path)
        points = self._parse_points(key, part, boxes, path)
        when = self._parse_early(part, "when", path)
        if points and when:
            # A row that does not apply scores 0, also where other formulas use it.
            points = Call("if", (when, points, Plain(0)))
        if is_result and points:
            self._add_name(key, path, "whole")
            self.trees[key] = points
        if part.get("team"):
            if "teams" not in self.content:
                raise Mistake((*path, "team"), Text("This pad has no teams. Add teams = 2."))
            if any(box.shared for box in boxes):
                raise Mistake((*path, "team"), Text("A shared box cannot belong to a team."))
        return Row(
            key,
            self._make_text(part["label"]),
            boxes,
            self._make_text(part["hint"]) if "hint" in part else None,
            self._parse_suit(part, path),
            points,
            team=bool(part.get("team")),
            when=when,
            flipped=self._parse_early(part, "flipped", path),
        )

    def _parse_boxes(self, key: str, part: Content, path: Path) -> tuple[tuple[Box, ...], bool]:
        """Return the boxes of a row, and whether the row is a result that formulas can use by its key."""
        own = set(part) & set(padfile.BOX)
        if part.get("kind") in PILE_KINDS:
            return tuple(self._parse_pile(key, part, path)), False
        if several := get_nested(part, "box"):
            if own:
                wrong = next(field for field in part if field in own)
                raise Mistake((*path, wrong), Text("This belongs in one of the row’s boxes."))
            return tuple(self._parse_box(name, said, (*path, "box", name)) for name, said in several.items()), False
        # A row with points and no box of its own is a result, unless its formula needs a number entered in it.
        if "points" in part and not own and not _asks_itself(key, part):
            return (), True
        return (self._parse_box(key, part, path),), False

    def _parse_pile(self, key: str, part: Content, path: Path) -> Iterator[Box]:
        if self.deck is None:
            raise Mistake(path, Text("Say which cards each suit has: [deck] with values = […]."))
        suit = get_nested(self.content, "suits", key)
        word = self._make_text(suit.get("word", suit.get("label", part["label"])))
        pile = self._parse_box(key, {name: said for name, said in part.items() if name != "box"}, path)
        assert isinstance(pile, PileBox)
        self._add_name(f"{key}_{NOBODY_BOX}", path, "whole")
        doubt = self._find_whole(self.content["deck"], "doubt", ("deck",), "between")
        yield replace(pile, deck=self.deck, word=word, doubt=doubt)
        for name, said in get_nested(part, "box").items():
            box = self._parse_box(f"{key}_{name}", said, (*path, "box", name))
            # A blank tick would keep the round open until it is ticked.
            if box.default is None and isinstance(box, TickBox):
                raise Mistake((*path, "box", name), Text("Beside a pile, a box needs a default."))
            yield replace(box, key=name)

    def _parse_points(self, key: str, part: Content, boxes: tuple[Box, ...], path: Path) -> Node | None:
        if part.get("counts") is False:
            if "points" in part:
                raise Mistake((*path, "points"), Text("A row with counts = false cannot have points."))
            return None
        if "points" in part:
            return self._parse_early(part, "points", path)
        if len(boxes) == 1 and isinstance(boxes[0], WordsBox):
            return None
        if len(boxes) != 1 or not boxes[0].scores_alone or boxes[0].shared:
            raise Mistake(path, Text('Say what this row is worth: points = "…" or counts = false.'))
        return Name(key)

    def _parse_suit(self, part: Content, path: Path) -> Suit | None:
        wanted = [key for key in padfile.SYMBOL if key in part]
        if not wanted:
            return None
        if "hue" not in part or "letters" not in part or ("shape" in part) == ("path" in part):
            raise Mistake((*path, wanted[0]), Text("A symbol needs a hue, letters, and a shape or a path."))
        if any(len(text) != 2 for text in get_texts(part["letters"]).values()):
            raise Mistake((*path, "letters"), Text("Use exactly two characters in every language."))
        try:
            return Suit(
                part.get("shape", f"{self.title.slug}-{path[1]}"),
                part["hue"],
                self._make_text(part["letters"]),
                part.get("path", ""),
            )
        except ValueError:
            raise Mistake((*path, "path"), Text("This is not valid SVG path data.")) from None

    def _parse_box(self, key: str, part: Content, path: Path) -> Box:
        usual = "choice" if "choices" in part else "chips" if "chips" in part else "number"
        kind = part.get("kind", usual)
        box = BOX_CLASSES[kind]
        self._add_name(key, path, box.gives)
        for field in part:
            if field in padfile.BOX and field not in (*box.fields, *padfile.OF_EVERY_BOX):
                reason = Text("A box of kind %(kind)s cannot have %(name)s.", name=Literal(field), kind=kind)
                raise Mistake((*path, field), reason)
        question, announced, withdrawn = (
            self._make_sentence(part, path, which) if which in part else None
            for which in ("question", "announced", "withdrawn")
        )
        made = box.parse_part(key, part, path, self._make_text)
        if isinstance(made, TickBox) and "layout" in self.content:
            # A box that is struck out is filled.
            made = replace(made, has_no=not made.shared and not made.owner)
        return replace(
            made,
            question=question,
            announced=announced,
            withdrawn=withdrawn,
            hidden=self._find_whole(part, "hidden", path, "between"),
            chosen=self._parse_early(part, "chosen", path),
        )

    def _parse_teams(self) -> Node:
        """Return the formula for the number of teams, 0 if everybody plays alone."""
        least, most = self.content["players"]
        node = self._find_whole(self.content, "teams", (), "start") or Plain(0)
        if isinstance(self.content.get("teams"), int):
            check_whole(self.content["teams"], 2, MOST_TEAMS, ("teams",))
        if {name.name for name in list_names(node)} - {"players"}:
            raise Mistake(("teams",), Text("The number of teams follows from the number of players alone."))
        for players in range(least, most + 1):
            teams = count_teams(node, players)
            # Tried for every number of players, so that no table finds out after it has started.
            if teams and not (2 <= teams <= MOST_TEAMS and players % teams == 0 and players > teams):
                raise Mistake(("teams",), Text("This number of players cannot be split into equal teams."))
        return node

    def _parse_ties(self) -> Iterator[PadTie]:
        for key, part in get_nested(self.content, "tie").items():
            if ("most" in part) == ("fewest" in part):
                raise Mistake(("tie", key), Text('Say who is ahead: most = "…" or fewest = "…".'))
            which = "most" if "most" in part else "fewest"
            node = self._parse_whole(part, which, ("tie", key))
            when = self._find_whole(part, "when", ("tie", key), "between")
            yield PadTie(self._make_text(part["label"]), node, which == "most", when)

    def _parse_checks(self) -> Iterator[PadCheck]:
        for key, part in get_nested(self.content, "check").items():
            path: Path = ("check", key)
            saying, at = self._parse_saying(part, path), self._list_boxes(part, "at", path)
            suit = {"suit": part.get("suit", "")}
            cures = tuple(
                self._parse_cure(saying, {**cure, **suit}, (*path, "cure", name))
                for name, cure in part.get("cure", {}).items()
            )
            that = self._parse_whole(part, "that", path)
            yield PadCheck(
                key,
                that,
                shared=self._is_shared(that),
                saying=saying,
                doubt=bool(part.get("doubt")),
                at_end=bool(part.get("at_end")),
                missing=bool(part.get("missing")),
                at=at,
                cures=cures,
            )

    # Sentences with values

    def _parse_sayings(self, *path: str) -> tuple[PadSaying, ...]:
        return tuple(self._parse_saying(part, (*path, key)) for key, part in get_nested(self.content, *path).items())

    def _parse_saying(self, part: Content, path: Path) -> PadSaying:
        said = part.get("numbers", {})
        numbers = {name: self._parse_whole(said, name, (*path, "numbers")) for name in said}
        when, who = (self._find_whole(part, name, path) for name in ("when", "who"))
        say = self._make_sentence(part, path, "say", numbers)
        return PadSaying(say, when, who, numbers, part.get("rule", ""), bool(part.get("more")))

    def _make_sentence(self, part: Content, path: Path, key: str, numbers: Collection[str] = ()) -> Text:
        """Return a sentence with the names of its suit. Raise Mistake if another value in braces is not given."""
        # A box stands in the row of its suit.
        suit = get_nested(self.content, "suits", str(part.get("suit", path[1])))
        names = {"label": suit["label"], "word": suit.get("word", suit["label"])} if suit else {}
        used = [name for text in get_texts(part[key]).values() for name in IN_BRACES.findall(text)]
        for name in used:
            if name not in (*numbers, *names, "who", "cards", "mark"):
                raise Mistake((*path, key), Text("There is nothing called %(name)s.", name=Literal(name)))
        said = self._make_text(part[key])
        filled = {name: self._make_text(text) for name, text in names.items() if name in used}
        return said.fill_gaps(**filled) if filled else said

    def _parse_cure(self, saying: PadSaying, part: Content, path: Path) -> PadCure:
        tick, clear = (self._list_boxes(part, which, path) for which in ("tick", "clear"))
        # The button names the players that the sentence names.
        return PadCure(replace(saying, say=self._make_sentence(part, path, "label", saying.numbers)), tick, clear)

    def _list_boxes(self, part: Content, key: str, path: Path) -> tuple[str, ...]:
        """Return the names of boxes at a key of a part. Raise Mistake if there is no box of that name."""
        names = part.get(key, ())
        names = (names,) if isinstance(names, str) else tuple(names)
        for name in names:
            if name not in self.paths:
                raise Mistake((*path, key), Text("There is nothing called %(name)s.", name=Literal(name)))
        return names

    # Ways

    def _parse_way(self, key: str, part: Content, rows: tuple[Row, ...]) -> PadWay:
        path: Path = ("way", key)
        asked = get_nested(part, "ask").items()
        return PadWay(
            key,
            self._make_text(part["label"]),
            self._make_text(part["hint"]),
            layout=part.get("layout", "rows"),
            own=self._make_text(part["own"]) if "own" in part else None,
            taps=tuple(part.get("mean_taps", ())),
            leaves_blanks=bool(part.get("leaves_blanks")),
            level=self._find_whole(part, "level", path),
            steps=tuple(self._parse_step(name, said, (*path, "ask", name), rows) for name, said in asked),
        )

    def _parse_step(self, key: str, part: Content, path: Path, rows: tuple[Row, ...]) -> PadStep:
        row = part.get("row", key)
        if not any(other.key == row and other.has_pile for other in rows):
            raise Mistake(path, Text("There is no row with a pile called %(name)s.", name=Literal(row)))
        title = self._make_sentence(part, path, "title") if "title" in part else None
        parts = {name: self._parse_whole(part, name, path) for name in part if name in PARTS_OF_PILES}
        boxes, ticks, beside = (self._parse_asked_boxes(part, which, path) for which in ("boxes", "ticks", "beside"))
        hints = self._parse_sayings(*map(str, path), "hint")
        # As in the addresses of pages: red, and red-read for a second step of the row.
        step = key if key == row else f"{row}-{key.removeprefix(f'{row}_')}"
        return PadStep(step, row, parts, boxes, ticks, beside, title, hints)

    def _parse_asked_boxes(self, part: Content, which: str, path: Path) -> dict[str, Node]:
        """Return the conditions for boxes to be asked. Raise Mistake if there is no box of that name."""
        names = self._list_boxes(part, which, path)
        return {name: self._parse_whole(part[which], name, (*path, which)) for name in names}


def _asks_itself(key: str, part: Content) -> bool:
    """Return whether the formula for a row’s points refers to the row itself, so that its number is entered by hand.

    Return False if the formula is not valid.
    """
    try:
        return any(name.name == key for name in list_names(parse(str(part["points"])), same_round=True))
    except Wrong:
        return False


def _check_letters(suits: Content) -> None:
    """Raise Mistake if two suits have the same letters in a language, so that a player could not tell them apart."""
    owners: dict[tuple[str, str], str] = {}
    texts = {key: get_texts(suit["letters"]) for key, suit in suits.items() if "letters" in suit}
    for key, language in product(texts, LANGUAGES):
        letters = texts[key].get(language, texts[key]["en"])
        owner = owners.setdefault((language, letters), key)
        if owner != key:
            reason = Text("%(suit)s has these letters, too. Choose others.", suit=Literal(owner))
            raise Mistake(("suits", key, "letters"), reason)


def _looks_back(call: Call) -> bool:
    """Return whether a call refers to earlier rounds. Unknown functions are refused when types are checked."""
    return call.name in FUNCTIONS and FUNCTIONS[call.name].rounds


def _measure_depth(node: Node) -> int:
    return 1 + max((_measure_depth(part) for part in parts_of(node)), default=0)


def _as_mistake(wrong: Wrong, text: str, path: Path) -> Mistake:
    """Return a mistake in a formula as a mistake in the pad file. Its message quotes the `text` before the position."""
    before = text[: wrong.at].strip()
    if not before:
        return Mistake(path, wrong.reason)
    shown = before if len(before) <= 24 else f"…{before[-23:]}"
    return Mistake(path, Text("After “%(before)s”: %(reason)s", before=Literal(shown), reason=wrong.reason))
