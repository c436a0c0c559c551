"""`python -m gyakusan`: the program itself, with all its commands."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command of the command line, and returns the exit code."""
    # Ctrl-C ends the program, and not only once Python is asked again.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["gyakusan", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
