"""Water and green behind the four cities: drawn, never played on."""

from __future__ import annotations

from strapontin.games.metrox.faces.geometry import Point

Band = tuple[float, tuple[Point, ...]]
"""A width and the corners of a band of water, in the units of the map."""

WATER: dict[str, tuple[Band, ...]] = {
    "amsterdam": (  # the IJ and the Amstel
        (1.3, ((12.9, -12), (12.9, 2.0), (14.8, 3.9), (17.4, 3.9), (20.6, 0.7), (44, 0.7))),
        (0.7, ((17.0, 10.4), (17.0, 13.0), (21.0, 17.0), (21.0, 36))),
    ),
    "berlin": (  # the Spree
        (0.8, ((-12, 6.9), (9.4, 6.9), (11.3, 8.8), (17.2, 8.8), (19.2, 11.0), (23.0, 11.0), (27.6, 15.6), (44, 32))),
    ),
    "paris": (  # the Seine
        (0.9, ((40, 35), (18.1, 13.1), (9.1, 13.1), (7.0, 11.0), (5.2, 11.0), (-18, 34))),
    ),
    "madrid": (  # the Manzanares
        (0.6, ((4.9, -14), (4.9, 13.6), (9.4, 18.1), (13.0, 18.1), (33, 38))),
    ),
}
