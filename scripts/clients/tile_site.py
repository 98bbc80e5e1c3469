"""What clients load: pages and scripts, folders, and tiles passed on from `tilepyramid serve` and counted."""

import http.client
import http.server
import mimetypes
import os
import re
import subprocess
import threading

TILE = re.compile(r"/\d+/\d+/\d+(\.\w+)?$")


class TileServer:
    """`tilepyramid serve` as long as `with` lasts."""

    def __init__(self, program, path):
        self.process = subprocess.Popen([program, "serve", path, "--port", "0"], text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"the server of {path} did not start: {line!r}")
        self.port = int(found[1])

    def close(self):
        self.process.terminate()
        self.process.wait()

    def get(self, path):
        """Status, type and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.headers.get("Content-Type", ""), answer.read()
        finally:
            connection.close()


class Site:
    """A server on a free port of 127.0.0.1 that counts the requests for tiles and those without one.

    `folders` maps the first part of a path to a folder, `servers` to a server of tiles.
    """

    def __init__(self):
        self.folders = {}
        self.servers = {}
        self.lock = threading.Lock()
        self.asked = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                status, kind, body = site.answer(self.path.partition("?")[0], self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for server in self.servers.values():
            server.close()

    def answer(self, path, target):
        first, _, rest = path.lstrip("/").partition("/")
        if first in self.servers:
            answer = self.servers[first].get(target[len(first) + 1:])
        else:
            answer = self.file(self.folders.get(first), rest)
        if TILE.search(path):
            with self.lock:
                self.asked.append((path, answer[0]))
        return answer

    @staticmethod
    def file(folder, rest):
        path = os.path.join(folder, rest) if folder and ".." not in rest else None
        if not path or not os.path.isfile(path):
            return 404, "text/plain", b""
        with open(path, "rb") as file:
            return 200, mimetypes.guess_type(path)[0] or "application/octet-stream", file.read()

    def counted(self):
        """The requests for tiles and the paths without one, since this was last asked."""
        with self.lock:
            asked, self.asked = self.asked, []
        return len(asked), [path for path, status in asked if status != 200]
