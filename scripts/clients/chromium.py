"""Chromium without a window, driven over its debugging pipe (Chrome DevTools Protocol)."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time

READY = """new Promise((resolve, reject) => {
  const limit = performance.now() + 60000;
  const look = () => {
    const { state, error } = document.documentElement.dataset;
    if (error) return reject(new Error(error));
    if (state === "idle") return resolve(true);
    if (performance.now() > limit) return reject(new Error("the map is never ready"));
    setTimeout(look, 30);
  };
  look();
})"""


class Chromium:
    def __init__(self, executable):
        self.profile = tempfile.mkdtemp(prefix="check-clients-")
        requests, self.requests = os.pipe()
        self.answers, answers = os.pipe()

        def descriptors():
            # Copies above all others first, since 3 and 4 may be ends of the pipes themselves.
            first, second = os.dup(requests), os.dup(answers)
            while first < 5 or second < 5:
                first, second = os.dup(first), os.dup(second)
            os.dup2(first, 3), os.dup2(second, 4)

        self.process = subprocess.Popen(
            [executable, "--headless", "--no-sandbox", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
             "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader",
             f"--user-data-dir={self.profile}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=descriptors, close_fds=False)
        os.close(requests), os.close(answers)
        self.identifier, self.received, self.session = 0, b"", None
        self.version = self.call("Browser.getVersion")["product"].split("/")[1]
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.requests), os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        self.identifier += 1
        message = {"id": self.identifier, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.received:
                data = os.read(self.answers, 1 << 20)
                if not data:
                    raise RuntimeError("Chromium ended")
                self.received += data
            text, _, self.received = self.received.partition(b"\0")
            answer = json.loads(text)
            if answer.get("id") == self.identifier:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def visit(self, address, width, height, scale):
        """Opens an address at a size and waits until the page says that it is idle."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=False)
        # From another page, since a change of the fragment alone loads nothing.
        self.go("about:blank")
        self.go(address)
        self.value(READY)
        # What fades in is opaque by then.
        time.sleep(0.5)

    def go(self, address):
        self.call("Page.navigate", url=address)
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            # A navigation under way ends the script.
            with contextlib.suppress(RuntimeError):
                if self.value("document.readyState === 'complete' && location.href.split('#')[0]") \
                        == address.split("#")[0]:
                    return
            time.sleep(0.02)
        raise RuntimeError(f"{address} did not load")

    def picture(self):
        """The PNG file of what is to be seen."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
