"""What must hold for every game, of the collection or from elsewhere: checks to run over it by its name.

>>> from strapontin.conformance import CHECKS
>>> CHECKS[0].title
'a game says of itself what faces ask'
"""

from strapontin.conformance.suite import CHECKS, Check, Finding, examine
from strapontin.conformance.variant import Variant, variants

__all__ = ["CHECKS", "Check", "Finding", "Variant", "examine", "variants"]
