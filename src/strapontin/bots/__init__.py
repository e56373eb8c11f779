"""Who plays: from random to expert, each seeing only what its seat sees."""
