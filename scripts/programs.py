"""Paths of programs that scripts built, as the package manager says them: its folders differ between its versions."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def built(script="build-release"):
    """The program that `build-release` or `build-tests` makes."""
    command = ["bash", os.path.join(ROOT, "scripts", script), "--show-bin-path"]
    folder = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return os.path.join(folder, "tilepyramid")
