"""Who is ahead."""

import numpy as np

from strapontin.core.ranks import most_points


def test_most_points_win_and_who_has_as_many_shares():
    ranks = np.zeros(5, np.int64)
    most_points(4, np.array([3, 7, 3, 7, 99], np.int64), ranks)
    assert ranks.tolist() == [3, 1, 3, 1, 0]
