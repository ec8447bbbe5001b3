#!/usr/bin/env python3
"""Memory and descriptors over many sweeps of a feed that changes at every poll.

    Benchmarks/steady.py [--sweeps 10000] [--binary .build/release/feedherald]

Serves a feed of 20 entries whose newest one is new at every request, polls it as fast as it goes, and compares resident
memory and open descriptors after 500 sweeps with those at the end. Last line: `steady: growth N KiB, descriptors +N`.
Exit status 1 when memory grew by 1 MiB or more, or descriptors by one.
"""
import argparse, http.server, json, os, signal, subprocess, tempfile, threading, time

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--sweeps", type=int, default=10_000)
arguments.add_argument("--binary", default=os.path.join(os.path.dirname(__file__), "../.build/release/feedherald"))
options = arguments.parse_args()
count = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        global count
        count += 1
        start = 1_790_000_000
        def entry(n):
            when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + n))
            return (f"<entry><id>urn:steady:{n}</id><title>Entry {n}</title><updated>{when}</updated>"
                    f"<link href='https://steady.example/{n}'/><content>Text of number {n}</content></entry>")
        entries = "".join(entry(n) for n in range(count, max(0, count - 20), -1))
        body = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Steady</title><id>urn:s</id>{entries}</feed>".encode()
        self.send_response(200)
        self.send_header("ETag", f'"{count}"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


def resident(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def descriptors(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
folder = tempfile.mkdtemp(prefix="steady-")
with open(f"{folder}/feeds.json", "w") as file:
    json.dump({"feeds": [{"name": "steady", "url": f"http://127.0.0.1:{server.server_port}/feed"}]}, file)
process = subprocess.Popen(
    [options.binary, "0.001", "-c", f"{folder}/feeds.json", "-s", f"{folder}/state"],
    stdout=open(f"{folder}/out", "w"), stderr=subprocess.DEVNULL)
before = None
while count < options.sweeps and process.poll() is None:
    time.sleep(0.2)
    if before is None and count >= 500:
        before = (resident(process), descriptors(process))
        print(f"after {count} sweeps: {before[0]} KiB, {before[1]} descriptors")
after = (resident(process), descriptors(process))
process.send_signal(signal.SIGTERM)
process.wait(timeout=10)
lines = sum(1 for _ in open(f"{folder}/out"))
print(f"after {count} sweeps: {after[0]} KiB, {after[1]} descriptors; {lines} lines announced")
growth, more = after[0] - before[0], after[1] - before[1]
print(f"steady: growth {growth} KiB, descriptors {more:+d}")
raise SystemExit(growth >= 1024 or more > 0)
