"""The package as a user meets it."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from xml.etree import ElementTree

import pytest

import gyakusan as gy

MATE_IN_ONE = "8k/9/8P/9/9/9/9/9/9 b G 1"

#: Nothing whose shortest mate is found in a moment.
ENDLESS = "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1"


def test_a_mate_in_one() -> None:
    found = gy.solve(MATE_IN_ONE)
    assert (found.status, found.plies, found.main_line) == ("mate", 1, ("G*1b",))
    assert found.japanese == "☗１二金" and found.error is None
    assert found.kif is not None and "１二金打" in found.kif
    assert gy.solve(gy.Board(MATE_IN_ONE)).plies == 1
    report = gy.check(MATE_IN_ONE)
    assert report.complete is True and report.flaws is not None and report.flaws.cooks == 0


@pytest.mark.parametrize("sfen", ["", "nonsense", "8k/9/8P/9/9/9/9/9/9 b G2x 1", "9/9/9/9/9/9/9/9/9 b G 1"])
def test_what_is_no_problem_is_told(sfen: str) -> None:
    for ask in (gy.solve, gy.check, gy.Board):
        with pytest.raises(ValueError, match=r"\w"):
            ask(sfen)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="nodes: 0"):
        gy.solve(MATE_IN_ONE, nodes=0)
    with pytest.raises(TypeError, match="nodes"):
        gy.solve(MATE_IN_ONE, nodes=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory"):
        gy.solve(MATE_IN_ONE, memory=5)
    with pytest.raises(ValueError, match="goal"):
        gy.solve(MATE_IN_ONE, goal="beauty")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"\w"):
        gy.check(MATE_IN_ONE, line="9z9z")
    with pytest.raises(TypeError, match="problem: expected an SFEN or a Board"):
        gy.solve(7)  # type: ignore[arg-type]
    # A board, and whatever has a position, is a problem.
    for known in (gy.Board(MATE_IN_ONE), gy.solve(MATE_IN_ONE), gy.Record(MATE_IN_ONE)):
        assert gy.solve(known).plies == 1


def test_a_board_is_played_on() -> None:
    board = gy.Board(MATE_IN_ONE)
    assert "G*1b" in board.checks and "G*1b" in board.legal_moves
    with pytest.raises(ValueError, match="5e5d"):
        board.push("5e5d")
    assert board.push("G*1b") == "G*1b" == board.peek()
    assert board.is_mate() and board.is_checkmate() and board.turn == "white" and board.attacker == "black"
    assert board.pop() == "G*1b" and board.sfen == gy.Board(MATE_IN_ONE).sfen
    assert board.mirror().sfen.startswith("k8/9/P8/")
    for look in (board.pop, board.peek):
        with pytest.raises(IndexError, match="no move was played"):
            look()


def test_moves_are_read_in_japanese() -> None:
    board = gy.Board("9/9/9/9/4k4/9/2P6/9/9 b G2r2b3g4s4n4l17p 1")
    for words in ("☗５六金打", "５六金", "56金", "G*5f"):
        assert board.parse(words) == "G*5f" and board.name(words) == "☗５六金"
        assert board.push(words) == "G*5f" and board.pop() == "G*5f"
    board.push("☗５六金")
    # 同 is the square of the move before, and White's piece is not Black's to move.
    assert board.parse("同玉") == "5e5f" and board.name("5e5f") == "☖同　玉"
    with pytest.raises(ValueError, match="the other side is to move"):
        board.push("☗５七歩")
    assert board.push("☖同玉") == "5e5f" and board.moves == ["G*5f", "5e5f"]
    assert board.japanese == "☗５六金 ☖同　玉"
    for wrong in ("", "５六", "5f", "5e5f 5g5f", "６六角", "G*5e"):
        with pytest.raises(ValueError, match="^move: "):
            board.push(wrong)
    with pytest.raises(ValueError, match="^usi: "):
        board.push_usi("５六歩")
    with pytest.raises(ValueError, match="usi: 5e5f is not legal"):
        board.push_usi("5e5f")
    assert board.is_legal("7g7f") and not board.is_legal("7g7e") and len(board.moves) == 2
    assert board.is_legal("７六歩") and not board.is_legal("５六金") and not board.is_legal("nonsense")
    assert board.push_usi("7g7f") == "7g7f"


def test_pieces_and_hands_are_seen() -> None:
    board = gy.Board("8k/7+r1/8P/9/9/9/9/9/4K4 b G2Pr2b3g4s4n4l15p 1")
    pieces = board.piece_map()
    assert set(pieces) == {"1a", "2b", "1c", "5i"}
    assert all(board.piece_at(square) == piece for square, piece in pieces.items())
    rook = pieces["2b"]
    assert (rook.color, rook.kind, rook.promoted, rook.symbol, rook.japanese) == ("white", "R", True, "+r", "龍")
    assert rook == gy.Piece("+r") == gy.Piece("☖龍") != gy.Piece("+R") and len({rook, gy.Piece("+r")}) == 1
    assert repr(rook) == "Piece('+r')" and str(rook) == "+r" and pickle.loads(pickle.dumps(rook)) == rook
    assert board.piece_at("２二") == board.piece_at("22") == rook and board.piece_at("9i") is None
    assert board.hands == {"black": {"G": 1, "P": 2}, "white": board.hand("white")}
    assert board.hand("white") == {"R": 1, "B": 2, "G": 3, "S": 4, "N": 4, "L": 4, "P": 15}
    for wrong in ("", "0a", "1j", "11a", "king"):
        with pytest.raises(ValueError, match="^square: "):
            board.piece_at(wrong)
    with pytest.raises(ValueError, match="^color: 'red'"):
        board.hand("red")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^symbol: 'X'"):
        gy.Piece("X")


def test_pieces_and_hands_are_those_that_others_see() -> None:
    shogi = pytest.importorskip("shogi")
    board = gy.Board("8k/7+r1/8P/9/9/9/9/9/4K4 b G2Pr2b3g4s4n4l15p 1")
    theirs = gy.to_python_shogi(board)
    for square in range(81):
        piece = theirs.piece_at(square)
        ours = board.piece_at(shogi.SQUARE_NAMES[square])
        assert (piece and piece.symbol()) == (ours and ours.symbol)
    assert theirs.pieces_in_hand[shogi.BLACK] == {shogi.GOLD: 1, shogi.PAWN: 2}


def colours(svg: str) -> tuple[str | None, str | None]:
    """The ground of a picture, and its ink; `None` where it has none of its own."""
    root = ElementTree.fromstring(svg)
    ground = root.find("{http://www.w3.org/2000/svg}rect")
    return None if ground is None else ground.get("fill"), root.get("color")


def brightness(colour: str | None) -> float:
    """From 0 to 1."""
    assert colour is not None and len(colour) == 7
    return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) / 765


def test_pictures_show_on_any_page() -> None:
    board = gy.Board(MATE_IN_ONE)
    light, dark = (colours(board.svg(ground=ground)) for ground in ("light", "dark"))  # type: ignore[arg-type]
    assert brightness(light[0]) > 0.9 and brightness(light[1]) < 0.2
    assert brightness(dark[0]) < 0.2 and brightness(dark[1]) > 0.8
    assert colours(board.svg(ground="none")) == (None, None) and "<style>" not in board.svg(ground="light")
    # A notebook has either, and so have all that are shown there.
    auto = board._repr_svg_()
    assert auto == board.svg() and colours(auto) == light
    assert "prefers-color-scheme: dark" in auto and dark[0] and dark[0] in auto and dark[1] and dark[1] in auto
    # What it says of colours is about itself alone, wherever it stands in a page.
    rules = auto[auto.index("<style>") : auto.index("</style>")]
    assert rules.count("{ ") == 3 and rules.count(".tsume-diagram") == 2 and 'class="tsume-diagram"' in auto
    for shown in (gy.solve(MATE_IN_ONE), gy.check(MATE_IN_ONE), gy.Record(MATE_IN_ONE)):
        assert colours(shown._repr_svg_()) == light
    wide = ElementTree.fromstring(board.svg(size=300))
    assert wide.get("width") == "300" and wide.get("viewBox") == ElementTree.fromstring(auto).get("viewBox")
    for words, error, why in [
        ({"ground": "pink"}, ValueError, "ground: 'pink'"),
        ({"size": 0}, ValueError, "size: expected a width in whole pixels from 40 to 10000, found 0"),
        ({"size": "300"}, TypeError, "size: expected a width in whole pixels .* found str"),
        ({"size": 300.5}, TypeError, "size: expected a width in whole pixels .* found float"),
        ({"size": True}, TypeError, "size: expected a width in whole pixels .* found bool"),
        ({"both_hands": 1}, TypeError, "both_hands: expected True or False, found int"),
    ]:
        with pytest.raises(error, match=why):  # type: ignore[arg-type]
            board.svg(**words)  # type: ignore[arg-type]


def test_a_caption_keeps_every_letter() -> None:
    board = gy.Board(MATE_IN_ONE)
    words = "hello <Fig. 1> 第一図 & かな"
    texts = ElementTree.fromstring(board.svg(caption=words)).iter("{http://www.w3.org/2000/svg}text")
    assert [text.text for text in texts] == [words]
    # What the package has outlines of looks the same everywhere.
    assert "<text" not in board.svg(caption="初形")


def test_boards_go_to_others_and_come_back() -> None:
    cshogi, shogi = pytest.importorskip("cshogi"), pytest.importorskip("shogi")
    board = gy.Board(MATE_IN_ONE)
    board.push("G*1b")
    theirs = gy.to_cshogi(board)
    assert theirs.is_game_over() and theirs.sfen().split()[:3] == board.sfen.split()[:3]
    assert gy.from_cshogi(theirs).sfen == board.sfen
    other = gy.to_python_shogi(board)
    assert other.is_checkmate()
    assert gy.from_python_shogi(other).moves == ["G*1b"]
    assert cshogi.move_to_usi(gy.move_to_cshogi(gy.Board(MATE_IN_ONE), "G*1b")) == "G*1b"
    assert gy.move_to_cshogi(gy.Board(MATE_IN_ONE), "☗１二金") == gy.move_to_cshogi(gy.Board(MATE_IN_ONE), "G*1b") != 0
    # What cshogi has the number 0 for.
    for nonsense in ("", "nonsense", "7g7f", "G*1c", "1a1b", "P*1b"):
        with pytest.raises(ValueError, match="^move: "):
            gy.move_to_cshogi(gy.Board(MATE_IN_ONE), nonsense)
    with pytest.raises(TypeError, match="^move: expected a string, found int"):
        gy.move_to_cshogi(gy.Board(MATE_IN_ONE), 5)  # type: ignore[arg-type]
    assert gy.move_to_python_shogi("G*1b") == shogi.Move.from_usi("G*1b")
    with pytest.raises(ValueError, match="^usi: "):
        gy.move_to_python_shogi("nonsense")


def test_boards_are_copied_and_pickled() -> None:
    board = gy.Board("8k/9/8P/9/9/9/9/9/9 b 2G 1")
    board.push("G*1b")
    for same in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), board.copy()):
        assert same == board and same.moves == ["G*1b"] and same.attacker == "black"
        assert same.pop() == "G*1b" and same != board and board.moves == ["G*1b"]
    mirrored = pickle.loads(pickle.dumps(board.mirror()))
    assert mirrored.moves == ["G*9b"] and mirrored == board.mirror()
    with pytest.raises(TypeError, match="state: expected a list of moves in USI, found int"):
        board.__setstate__(5)  # type: ignore[attr-defined]
    other: object = board.sfen
    assert board != other
    # Equal ones are one in a set, however they came about; the hash is the same in every process.
    assert len({board, board.copy(), gy.Board(board.sfen), mirrored}) == 2
    words = f"import gyakusan as gy; print(hash(gy.Board({MATE_IN_ONE!r})))"
    told = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout
    assert int(told) == hash(gy.Board(MATE_IN_ONE))


def test_an_empty_hand_is_kept_by_boards() -> None:
    empty = "7lk/7p1/9/9/9/9/9/9/R8 b 0p 1"
    board = gy.Board(empty)
    assert board.sfen == empty and repr(board) == f"Board('{empty}')" and gy.Board(board.sfen) == board
    assert gy.solve(board).status == gy.solve(board.sfen).status == "mate"
    found = gy.solve(empty.replace("0p", "-"), short_set=True)
    assert found.board.sfen == found.record.board.sfen == empty
    # Others cannot say that, and give the rest back.
    for package, to, back in (("cshogi", gy.to_cshogi, gy.from_cshogi), ("shogi", gy.to_python_shogi, gy.from_python_shogi)):
        pytest.importorskip(package)
        assert back(to(board)) == gy.Board(empty.replace("0p", "-")) != board
        assert "cannot" in (to.__doc__ or "") or "all pieces left over" in (back.__doc__ or "")


def test_a_short_set_is_proposed() -> None:
    with pytest.raises(ValueError, match="1 L missing; with short_set=True it is read as written"):
        gy.solve("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n3l17p 1")
    with pytest.raises(ValueError) as told:
        gy.solve("8k/9/8P/9/9/9/9/9/9 b G2x 1")
    assert "short_set" not in str(told.value)


def test_why_there_is_no_mate() -> None:
    none = "4k4/9/9/9/9/9/9/9/9 b G 1"
    found = gy.solve(none, tries=True)
    assert found.status == "no_mate" and found.tries and found.tries[0].japanese.startswith("☗")
    assert gy.solve(none).tries is None and gy.solve(MATE_IN_ONE, tries=True).tries is None
    report = gy.check(none, tries=True)
    assert report.tries == found.tries and gy.check(none).tries is None


def test_answers_are_equal_whatever_time_they_took() -> None:
    assert gy.solve(MATE_IN_ONE) == gy.solve(MATE_IN_ONE) and gy.check(MATE_IN_ONE) == gy.check(MATE_IN_ONE)
    assert len({gy.solve(MATE_IN_ONE), gy.solve(MATE_IN_ONE)}) == 1


def test_a_line_is_given_in_either_notation() -> None:
    for line in ("G*1b", "☗１二金", ["１二金"], ["G*1b"]):
        given = gy.check(MATE_IN_ONE, line=line).given_line
        assert given is not None and given.moves == ("G*1b",) and given.mates
    with pytest.raises(ValueError, match="line: move 2: "):
        gy.check(MATE_IN_ONE, line="☗１二金 ５五角")


def test_boards_of_nobody_are_told() -> None:
    pytest.importorskip("cshogi")
    pytest.importorskip("shogi")
    for make in (gy.to_cshogi, gy.to_python_shogi):
        with pytest.raises(TypeError, match="gyakusan.Board, found str"):
            make("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cshogi.Board, found int"):
        gy.from_cshogi(5)
    with pytest.raises(TypeError, match="shogi.Board, found int"):
        gy.from_python_shogi(5)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 1e300, float("inf"), float("nan")])
def test_what_is_no_time_is_told_in_short(seconds: float) -> None:
    with pytest.raises(ValueError, match="time: .* is not a number of seconds") as told:
        gy.solve(MATE_IN_ONE, time=seconds)
    assert len(str(told.value)) < 80
    assert gy.solve(MATE_IN_ONE, time=1e12).plies == 1


def test_other_threads_run_meanwhile() -> None:
    found: list[gy.Solution] = []
    worker = threading.Thread(target=lambda: found.append(gy.solve(ENDLESS, shortest=True, time=0.2)))
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(0.01)
        ticks += 1
    assert ticks > 5 and found[0].reached == "time"


def test_ctrl_c_ends_a_search() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gy.solve(ENDLESS, shortest=True, time=60.0)
    assert time.monotonic() - begun < 30
