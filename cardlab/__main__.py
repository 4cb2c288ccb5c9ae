"""`python -m cardlab` is the same as the command `cardlab`."""

import sys

from cardlab.cli import main

sys.exit(main())
