"""``python -m gyakusan_dask``."""

import sys

from .command import main

sys.exit(main())
