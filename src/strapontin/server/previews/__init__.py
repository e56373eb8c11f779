"""What a link shows of itself before anybody follows it: a title, a sentence and a picture."""
