"""The command line: `python -m grundy` does what the program `grundy` does.

>>> import subprocess, sys
>>> asked = [sys.executable, "-m", "grundy", "position", "nim:3", "3,4,5", "--json"]
>>> '"outcome": "N"' in subprocess.run(asked, capture_output=True, text=True).stdout
True
"""

from __future__ import annotations

import shlex
import sys

from ._native import command_line


def main() -> int:
    """Obeys the words of the command line. Returns the exit code."""
    return command_line(["grundy", *sys.argv[1:]], shlex.join([sys.executable, "-m", "grundy"]))


if __name__ == "__main__":
    sys.exit(main())
