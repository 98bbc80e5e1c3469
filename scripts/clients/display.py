"""A display without a screen, for clients that draw with EGL."""

import os
import subprocess


class Display:
    """An Xvfb of its own, whose `name` is what DISPLAY takes."""

    def __init__(self):
        numbers, chosen = os.pipe()
        self.process = subprocess.Popen(
            # Without -noreset it starts again when a client was the last, and refuses the next meanwhile.
            ["Xvfb", "-displayfd", str(chosen), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[chosen])
        os.close(chosen)
        with os.fdopen(numbers) as file:
            # Xvfb writes its number once clients may connect.
            self.name = f":{file.readline().strip()}"
        if self.name == ":":
            self.close()
            raise RuntimeError("Xvfb did not start")

    def close(self):
        self.process.terminate()
        self.process.wait()
