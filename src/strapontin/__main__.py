"""`python -m strapontin` is `strapontin`."""

import sys

from strapontin.cli import main

sys.exit(main())
