"""new, replay, verify: records in and out of the command line."""

import json

import strapontin

KEYS = ["moves", "over", "to_act", "legal", "scores", "winners", "view"]


def test_new_prints_a_record_whose_seed_is_secret(run):
    record = run("new", "metrox", "--players", 3, "--seed", 7).json
    assert "seed" not in record
    assert len(record["players"]) == 3
    assert strapontin.load(record).record() == strapontin.new("metrox", players=3, seed=7).record()


def test_new_reveals_the_seed_when_asked(run):
    record = run("new", "metrox", "--seed", 7, "--reveal").json
    assert record["seed"] == strapontin.new("metrox", seed=7).seed.hex()


def test_new_without_a_seed_is_fresh(run):
    assert run("new", "metrox").json["commitment"] != run("new", "metrox").json["commitment"]


def test_new_names_the_players(run):
    record = run("new", "metrox", "--name", "Ana", "--name", "Bo", "--players", 3).json
    assert [one["name"] for one in record["players"]] == ["Ana", "Bo", "Player 3"]


def test_option_values_are_json_or_text(run):
    record = run("new", "metrox", "--option", "map=amsterdam", "--option", "special=true").json
    assert record["options"] == {"map": "amsterdam", "special": True}


def test_options_come_from_a_file_too(run, tmp_path):
    city = run("map", "amsterdam", "--json").json | {"id": "mine", "name": "Mine"}
    path = tmp_path / "options.json"
    path.write_text(json.dumps({"map": city, "special": False}))
    record = run("new", "metrox", "--options", path, "--option", "special=true").json
    assert record["options"]["special"] is True
    assert record["options"]["map"]["name"] == "Mine"


def test_replay_json_of_a_finished_game(run, record_file, finished):
    told = run("replay", record_file, "--json").json
    assert list(told) == KEYS
    assert told["moves"] == len(finished.moves)
    assert (told["over"], told["to_act"], told["legal"]) == (True, [], {})
    assert (told["scores"], told["winners"]) == (finished.scores, finished.winners)
    assert told["view"] == finished.view("*")


def test_replay_at_a_draw_lists_what_chance_can_have(run, record_file):
    told = run("replay", record_file, "--json", "--at", 0).json
    assert (told["moves"], told["to_act"]) == (0, ["*"])
    assert told["legal"] == {"*": sorted({"3", "4", "5", "6", "2E", "3E", "+", "*"})}


def test_replay_at_a_choice_lists_everybody_s_moves(run, record_file, finished):
    told = run("replay", record_file, "--json", "--at", 2).json
    assert told["to_act"] == sorted(finished.at(2).to_act)
    assert told["legal"] == {str(seat): finished.at(2).legal(seat) for seat in told["to_act"]}


def test_a_seat_is_told_only_its_own(run, record_file, finished):
    past = finished.at(1)
    told = run("replay", record_file, "--json", "--at", 1, "--seat", 2).json
    assert told["legal"] == {"2": past.legal(2)}
    assert told["view"] == past.view(2)


def test_a_record_is_replayed_no_further_than_it_goes(run, tmp_path):
    match = strapontin.new("metrox", players=1, seed=7)
    match.play(0, match.legal(0)[0])
    record = match.record(reveal=True)
    record["moves"] = record["moves"][:2]  # the next card would be drawn by itself
    path = tmp_path / "open.json"
    path.write_text(json.dumps(record))
    assert run("replay", path, "--json").json["moves"] == 2
    assert "1 draw " in run("verify", path).out


def test_replay_reads_standard_input(run):
    record = run("new", "metrox", "--seed", 7).out
    assert run("replay", "-", "--json", given=record).json["moves"] == 1


def test_replay_tells_the_story(run, record_file, finished):
    told = run("replay", record_file)
    assert told.code == 0
    assert "Round 1: " in told.out
    assert f"Ana {strapontin.words.figure(finished.scores[0])}" in told.out
    assert "{" not in told.out


def test_replay_tells_it_in_french(run, record_file):
    assert "Tour 1\N{NARROW NO-BREAK SPACE}: " in run("replay", record_file, "--language", "fr").out


def test_verify_finds_a_fair_game_fair(run, record_file, finished):
    draws = sum(seat == "*" for seat, _ in finished.moves)
    assert f"{draws} draws checked" in run("verify", record_file).out
    told = run("verify", record_file, "--json").json
    assert told == {"verified": True, "over": True, "draws": draws, "commitment": finished.commitment, "rules": 1}


def test_verify_tells_the_rules_in_one_line_and_refuses_others(run, refused, record_file, finished, tmp_path):
    assert run("verify", record_file).out.endswith("Rules: version 1.\n")
    assert run("verify", record_file, "--language", "fr").out.endswith("version 1.\n")
    path = tmp_path / "other.json"
    path.write_text(json.dumps(finished.record() | {"rules": 9}))
    assert "rules: this is a game by version 9 of the rules of metrox; known here: 1" in refused("verify", path)
    assert "cette partie suit la version 9 des règles de metrox" in refused("verify", path, "--language", "fr")


def test_verify_says_of_an_unfinished_game_that_it_is_unfinished(run, tmp_path):
    path = tmp_path / "open.json"
    path.write_text(json.dumps(strapontin.new("metrox", seed=7).record(reveal=True)))
    assert run("verify", path).out.startswith("Unfinished: 1 draw checked")
    assert run("verify", path, "--language", "fr").out.startswith("Partie inachevée")
    assert run("verify", path, "--json").json["over"] is False


def test_verify_refuses_a_record_without_a_commitment(refused, finished, tmp_path):
    path, record = tmp_path / "lucky.json", finished.record()
    del record["commitment"]  # whoever tries seeds until one is lucky has shown none beforehand
    path.write_text(json.dumps(record))
    assert "commitment: none in this record, so its draws cannot be verified" in refused("verify", path)
    assert "commitment: none in this record" in refused("verify", path, "--json")


def test_verify_catches_a_changed_draw(refused, tmp_path):
    record = strapontin.new("metrox", seed=7).record(reveal=True)
    drawn = record["moves"][0][1]
    record["moves"][0] = ["*", "4" if drawn != "4" else "3"]
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(record))
    assert f"the seed gives '{drawn}'" in refused("verify", path)


def test_verify_needs_the_seed(refused, run):
    assert "seed: none in this record" in refused("verify", "-", given=run("new", "metrox").out)
