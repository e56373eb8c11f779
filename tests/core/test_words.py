"""Both languages say the same things with the same parameters."""

import re
import string

import pytest

from strapontin.words import LANGUAGES, catalogue, say

FORMS = {"one", "other"}


def parameters(sentence):
    """The parameters of a sentence, of all its forms together."""
    texts = sentence.values() if isinstance(sentence, dict) else [sentence]
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_key(language):
    everything = {key for one in LANGUAGES for key in catalogue(one)}
    assert sorted(everything - set(catalogue(language))) == []


@pytest.mark.parametrize("key", sorted(catalogue("en")))
def test_a_sentence_takes_the_same_parameters_in_both_languages(key):
    french, english = catalogue("fr").get(key), catalogue("en")[key]
    assert french is not None
    assert isinstance(french, dict) == isinstance(english, dict)
    assert parameters(french) == parameters(english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language):
    for key, sentence in catalogue(language).items():
        if isinstance(sentence, dict):
            assert set(sentence) == FORMS, key
        names = parameters(sentence)
        for n in (1, 2):
            said = say(language, key, **{"n": n} | dict.fromkeys(names, n))
            assert said.strip() == said, key
            assert said, key


def test_french_counts_zero_as_one():
    assert say("fr", "common.draws", n=0) == "0 tirage"
    assert say("en", "common.draws", n=0) == "0 draws"


def test_french_punctuation_never_begins_a_line():
    for key, sentence in catalogue("fr").items():
        for text in sentence.values() if isinstance(sentence, dict) else [sentence]:
            assert not re.search(r"\S [;:!?»]|« ", text), key
