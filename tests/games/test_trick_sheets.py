"""What the sheets, refusals and logs of trick games say: true, whole and readable with every option."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import cardlab


def sheet(id: str, **options: Any) -> str:
    return " ".join(cardlab.game(id, **options).rules().split())


# --- rules that were missing


def test_euchre_says_who_may_play_alone_and_what_the_partner_does() -> None:
    text = sheet("euchre")
    assert "A player who orders up or names a suit may add that they play alone." in text
    assert "The partner then puts the cards down and sits out the deal" in text
    assert "a dealer who sits out still takes up a card that was ordered up" in text


def test_a_dealer_who_sits_out_takes_the_card_up() -> None:
    """What the sheet says of it is what is played."""
    match = cardlab.game("euchre").match(seed=1)
    match.play("pass").play("order up alone")
    state = match.state
    assert state.phase.id == "pick-up" and state.to_move == state.dealer
    assert state.dealer in state.sitting_out and len(state.hands[state.dealer]) == 6


def test_euchre_says_that_a_deal_may_be_passed_out() -> None:
    thrown_in = "If all four pass again, the cards are thrown in and the next player deals."
    assert thrown_in in sheet("euchre")
    assert thrown_in not in sheet("euchre", stick_dealer=True)


def test_knockout_whist_says_all_of_the_dogs_life_and_of_the_draw() -> None:
    text = sheet("knockout-whist")
    assert "The first time in a match that a player takes no trick" in text
    assert "Of those in the deal of one card only the winner of its trick stays in" in text
    assert "those with equal cards draw again" in text


# --- sheets under options


def test_of_four_at_skat_the_dealer_gets_no_cards() -> None:
    assert "Each player but the dealer is dealt ten cards; 2 are left over." in sheet(
        "skat", players=4
    )
    assert "Each player is dealt ten cards; 2 are left over." in sheet("skat")


def test_the_ranking_of_skat_is_that_of_its_games() -> None:
    text = sheet("skat")
    assert "A 10 K Q J 9 8 7" not in text
    assert "A suit ranks A 10 K Q 9 8 7" in text and "each suit ranks A K Q J 10 9 8 7" in text


def test_rotating_trumps_name_the_deal_without_any() -> None:
    assert (
        "From deal to deal trumps are hearts, clubs, diamonds and spades; the next deal has no"
        " trumps. Then it begins again."
    ) in sheet("whist", trumps_by="rotating")
    seven = sheet("seven-card-whist", trumps_by="rotating")
    assert "trumps are hearts, clubs, diamonds and spades. Then it begins again." in seven


@pytest.mark.parametrize(
    ("declared", "calls"),
    [("none", "misère, open misère and abundance declared"), ("own", "misère and open misère")],
)
def test_solo_whist_lists_the_calls_without_trumps(declared: str, calls: str) -> None:
    text = sheet("solo-whist", declared=declared)
    assert f"There are no trumps at {calls}." in text
    assert "At every other call the suit turned up is trumps." in text


def test_partners_at_seven_card_whist_are_four_or_six_and_score_as_a_side() -> None:
    text = sheet("seven-card-whist", partners=True)
    assert "Four or six can play." in text
    assert "The side with the most tricks of a deal scores 1 match point." in text
    alone = sheet("seven-card-whist")
    assert "From two to seven can play." in alone
    assert "The player with the most tricks of a deal scores 1 match point." in alone


@pytest.mark.parametrize(
    ("lead", "who"),
    [
        ("eldest", "the first player on the dealer's left who is playing"),
        ("left-of-loner", "the first player on the maker's left who is playing"),
    ],
)
def test_who_leads_against_a_loner(lead: str, who: str) -> None:
    assert f"If the maker plays alone, {who} leads to the first trick" in sheet("euchre", lead=lead)


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        (100, 100, "score 100 more; if the defenders do, they score the same."),
        (100, 200, "score 100 more; if the defenders do, they score 200 more."),
        (100, 0, "the defenders score nothing more for it."),
        (0, 100, "the declarers score nothing more for it."),
        (0, 0, "If a side wins all eight tricks it scores nothing more."),
    ],
)
def test_the_pit_of_klaverjassen_is_told_at_both_ends(ours: int, theirs: int, told: str) -> None:
    text = sheet("klaverjassen", pit_counts=ours, counter_pit=theirs)
    assert told in text
    assert "score 0" not in text


def test_several_may_rise_past_the_ace_in_one_deal() -> None:
    text = sheet("looking-for-friends")
    assert "Of several in one deal the one with the highest level wins" in text
    assert "equal ones share the win" in text
    game = cardlab.game("looking-for-friends")
    totals = (13, 14, 14, 3, 2)
    outcome = game.outcome(game.opening().but(totals=totals))
    assert [game.side_index(0), *map(str, outcome.winners)][1:] == [
        game.sides[1].id,
        game.sides[2].id,
    ]


def test_only_one_side_scores_at_euchre() -> None:
    assert "equal scores share the win" not in sheet("euchre")


def test_spades_say_what_partners_try() -> None:
    assert "exactly" not in sheet("spades").partition("The table")[0]


# --- the lowest club


def test_the_highest_club_wins_the_first_trick() -> None:
    """Whoever has no club cannot lead one: a diamond of eldest would beat every club."""
    game = cardlab.game("spades", first_trick="low_club")
    assert "the highest club wins it" in sheet("spades", first_trick="low_club")
    seen = 0
    for seed in range(400):
        match, rng = game.match(seed=seed), random.Random(seed)
        while match.state.phase.id != "play":
            match.play(rng.choice(match.legal_moves()))
        eldest = match.state.after_seat(match.state.dealer)
        if any(card.suit == "C" for card in match.state.hands[eldest]):
            continue
        seen += 1
        assert match.to_move != eldest
        while not match.state.taken:
            match.play(match.legal_moves()[0])
        trick = match.state.taken[0]
        clubs = [card for card in trick.cards if card.suit == "C"]
        best = max(clubs, key=match.state.order.power(clubs[0]).__getitem__)
        assert trick.cards[trick.best(match.state.order)] == best
    assert seen


# --- refusals


def reason(id: str, refused: str, *, at: dict[str, Any], **options: Any) -> str:
    game = cardlab.game(id, **options)
    verdict = game.verdict(game.state(**at), refused)
    assert not verdict.legal
    return verdict.reason


def test_a_suit_that_is_not_broken() -> None:
    at = {
        "phase": "play",
        "to_move": 0,
        "hands": {0: "AH KC"},
        "taken": [[(0, "2C"), (1, "3C"), (2, "4C"), (3, "5C")]],
    }
    assert reason("hearts", "AH", at=at) == "no heart has been played yet"


def test_the_least_bid_of_a_side() -> None:
    match = cardlab.game("spades", minimum=4).match(seed=1)
    match.play("1").play("3")
    assert match.verdict("2").reason == "your partner bid 1, so you must bid 3 or more"
    assert "must add up to 4 or more" in sheet("spades", minimum=4)


def test_what_null_is_worth_below_a_bid() -> None:
    match = cardlab.game("skat").match(seed=1)
    match.play("81").play("pass").play("pass").play("take")
    while match.state.phase.id == "lay-away":
        match.play(match.legal_moves()[0])
    told = "81 was bid; null is worth 23 here, null ouvert 46"
    assert match.verdict("null").reason == match.verdict("null ouvert").reason == told


def test_a_trump_cannot_be_called() -> None:
    match = cardlab.game("looking-for-friends").match(seed=1)
    rng = random.Random(1)
    while match.state.phase.id != "call-friends":
        match.play(rng.choice(match.legal_moves()))
    suit = next(move for move in match.legal_moves())
    match.play(suit)
    assert match.verdict("two").reason == "every two is a trump, and a trump may not be called"


def test_a_card_that_cannot_be_shown() -> None:
    match = cardlab.game("contesting-twenty").match(seed=1)
    while match.state.hands[match.to_move][-1].rank == "2" or not any(
        str(move).startswith("show") for move in match.candidates()
    ):
        match.play("go on")
    shown = next(move for move in match.candidates() if str(move).startswith("show"))
    drawn = match.state.hands[match.to_move][-1]
    assert match.verdict(shown).reason == f"{drawn.sign} was just dealt to you, and it is not a two"


def test_no_label_of_a_call_has_a_comma() -> None:
    """Labels stand in lists."""
    for id in (
        "euchre",
        "belote",
        "couillon",
        "solo-whist",
        "skat",
        "klaverjassen",
        "nap",
        "bridge",
    ):
        for phase in cardlab.game(id).phases:
            for move in phase.vocabulary():
                assert "," not in move.label, (id, move.label)


# --- the text of a table


def test_a_sentence_in_the_text_of_a_table_begins_with_a_capital() -> None:
    text = str(cardlab.game("whist").match(seed=1).play("AH").view(2))
    assert "Not legal: " not in text or ". hearts" not in text
    match = cardlab.game("whist").match(seed=1).play("AH")
    assert ". Hearts were led and you have five (§ Follow suit)" in " ".join(
        str(match.view(match.to_move)).split()
    )


@pytest.mark.parametrize("id", ["whist", "euchre", "kaiser", "hearts"])
def test_the_last_trick_ends_with_its_reason_or_what_it_counted(id: str) -> None:
    match, rng = cardlab.game(id).match(seed=3), random.Random(3)
    while not (match.state.phase.id == "play" and match.state.taken):
        match.play(rng.choice(match.legal_moves()))
    text = " ".join(str(match.view(0)).split())
    told = text.partition("Last trick (1): ")[2]
    why = match.view(0)["tricks"][0]["why"]
    after = told.partition(why)[2]
    assert why in told
    assert not after.startswith((" We ", " They ", " East", " North", " West", " South")) or any(
        sign in after.split(".")[0] for sign in "+−"
    )


# --- knockout whist: the draw


def test_a_draw_for_trumps_is_told_with_cards_drawers_and_winner() -> None:
    told, again = [], []
    for seed in range(40):
        match, rng = cardlab.game("knockout-whist").match(seed=seed), random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
            state = match.state
            if state.phase.id == "name-trumps" and state.drawn:
                assert state.phase.asks(state.seen_by(state.to_move)).startswith("You drew")
                notes = match.view(0)["seats"][state.to_move]["notes"]
                assert any(note.startswith("drew ") for note in notes)
        told += [x for x in match.log() if x.startswith("For trumps")]
    again = [x for x in told if "; again: " in x]
    assert told and again
    assert all(x.endswith(" names them.") for x in told)
    assert "For trumps North draws K♠ and East 6♦. North names them." in told


def test_the_first_entry_of_a_later_deal_is_told_by_its_own_phase() -> None:
    match, rng = cardlab.game("whist").match(seed=1), random.Random(1)
    while match.state.standing.deal < 2:
        match.play(rng.choice(match.legal_moves()))
    card = match.state.turned
    assert f"West deals. {card.sign} is turned: {card.suit.name} are trumps." in match.log()


# --- klaverjassen: roem that is called


def test_nobody_is_asked_for_roem_where_the_last_trick_holds_none() -> None:
    game = cardlab.game("klaverjassen", claim_roem="called")
    asked = skipped = 0
    for seed in range(40):
        match, rng = game.match(seed=seed), random.Random(seed)
        while match.state.standing.deal == 1 and not match.over:
            state = match.state
            if state.phase.id == "play" and not state.hands[state.to_move]:
                assert game.worth_declaring(state, state.taken[-1])
                assert match.view(state.to_move)["prompt"] == (
                    "That was the last trick: call its roem, or pass if it holds none."
                )
                match.play("pass")
                told = next(x for x in match.log() if x.endswith("calls no roem."))
                assert told
                asked += 1
            else:
                match.play(rng.choice(match.legal_moves()))
        told = match.log()
        skipped += not any("calls no roem" in x for x in told)
    assert asked and skipped


def test_a_record_with_the_old_pass_after_the_last_trick_still_replays() -> None:
    game = cardlab.game("klaverjassen", claim_roem="called")
    match, rng = game.match(seed=2), random.Random(2)
    while match.state.standing.deal == 1:
        match.play(rng.choice([m for m in match.legal_moves() if m != "roem"]))
    end = match.ends[0]
    data = json.loads(match.record.to_json())
    del data["check"]
    data["moves"].insert(end, [match.state_at(end).winners()[-1], "pass"])
    again = cardlab.Record.from_dict(data).replay()
    assert again.totals == match.totals and again.ply == match.ply


# --- results that cannot be


def test_a_result_that_cannot_be_is_refused_with_what_can() -> None:
    game = cardlab.game("whist")
    with pytest.raises(ValueError, match=r"give None for two each; .*North–South three"):
        game.score(game.Result(honours=(3, 1)))
    american = cardlab.game("whist", form="american")
    with pytest.raises(ValueError, match="honours cannot be"):
        american.score(american.Result(honours=(0, 3)))


def test_belote_lays_its_table_where_points_wait() -> None:
    from cardlab.labs import notation, positions

    match, rng = cardlab.game("belote").match(seed=8), random.Random(8)
    while match.ply < 282:
        match.play(rng.choice(match.legal_moves()))
    assert match.state.standing.points_waiting
    line = notation.write(match.state)
    assert positions.read(line).state.standing == match.state.standing
