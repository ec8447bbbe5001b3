#!/usr/bin/env python3
"""Polling sweeps against nginx on loopback: feedherald beside the plain C limit, as ratios of CPU time.

    run.py FEEDHERALD [--feeds 1000] [--rounds 3] [--https] [--loop]

Every round runs both programs on the same feeds one after the other: a cold sweep (all new, markers written), warm
sweeps (all 304), and a sweep in which 1 % of the feeds have a new entry. Ratios are medians over the rounds.
Needs nginx, openssl, a C compiler, libcurl and libxml2.
"""
import argparse
import json
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from make_feeds import Feed  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = 1000


def free_port():
    with socket.socket() as one:
        one.bind(("0.0.0.0", 0))
        return one.getsockname()[1]


class Server:
    """An nginx whose hosts are the addresses of 127.0.0.0/8."""

    def __init__(self, folder, is_secure, addresses):
        self.folder = folder
        self.port = free_port()
        self.is_secure = is_secure
        secure = ""
        if is_secure:
            self.make_certificates(addresses)
            secure = f"ssl_certificate {folder}/server.pem; ssl_certificate_key {folder}/server.key;"
        config = f"""
            daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
            {'user root;' if os.getuid() == 0 else ''}
            events {{ worker_connections 4096; }}
            http {{
                access_log off; keepalive_requests 100000; default_type application/xml; gzip_static on;
                client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
                uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
                server {{
                    listen 0.0.0.0:{self.port} backlog=4096 {'ssl http2' if is_secure else ''}; {secure}
                    root {folder}/www; rewrite ^/[0-9]+/([0-9]+)[.]xml$ /$1.xml last;
                }}
            }}"""
        with open(f"{folder}/nginx.conf", "w") as file:
            file.write(config)
        nginx = shutil.which("nginx", path="/usr/sbin:/sbin:" + os.environ["PATH"])
        self.process = subprocess.Popen([nginx, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"])
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(open(f"{folder}/error.log").read())

    def make_certificates(self, addresses):
        folder = self.folder
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        subprocess.run(["openssl", "req", "-x509", *key, "-subj", "/CN=bench authority",
                        "-keyout", f"{folder}/ca.key", "-out", f"{folder}/ca.pem"], check=True, capture_output=True)
        names = ",".join(f"IP:{address}" for address in addresses)
        subprocess.run(["openssl", "req", "-x509", *key, "-subj", "/CN=bench", "-addext", f"subjectAltName={names}",
                        "-addext", "basicConstraints=critical,CA:FALSE", "-CA", f"{folder}/ca.pem",
                        "-CAkey", f"{folder}/ca.key", "-keyout", f"{folder}/server.key",
                        "-out", f"{folder}/server.pem"], check=True, capture_output=True)
        system = "/etc/ssl/certs/ca-certificates.crt"
        with open(f"{folder}/bundle.pem", "w") as out:
            out.write(open(system).read() if os.path.exists(system) else "")
            out.write(open(f"{folder}/ca.pem").read())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def measured(command, **options):
    """Runs a program; gives its output, its CPU seconds, and its peak memory in MB (sampled from /proc)."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    out, err, peak = [], [], [0]

    def watch():
        while True:
            try:
                text = open(f"/proc/{process.pid}/status").read()
                peak[0] = int(text.split("VmHWM:")[1].split()[0]) / 1024
            except (OSError, IndexError):
                return
            time.sleep(0.01)

    readers = [threading.Thread(target=lambda: err.append(process.stderr.read())), threading.Thread(target=watch)]
    for reader in readers:
        reader.start()
    out.append(process.stdout.read())
    readers[0].join()
    _, status, usage = os.wait4(process.pid, 0)
    readers[1].join()
    process.returncode = os.waitstatus_to_exitcode(status)
    return out[0].decode(), err[0].decode(), usage.ru_utime + usage.ru_stime, peak[0], process.returncode


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="feedherald-bench-")
        os.mkdir(f"{self.folder}/www")
        os.chmod(self.folder, 0o755)
        hosts = 50 if options.https else 1000
        self.addresses = [f"127.0.{1 + n // 250}.{1 + n % 250}" for n in range(hosts)]
        self.feeds = [Feed(n) for n in range(min(FILES, options.feeds))]
        for feed in self.feeds:
            feed.write(f"{self.folder}/www")
        self.server = Server(self.folder, options.https, self.addresses)
        scheme = "https" if options.https else "http"
        self.urls = [
            f"{scheme}://{self.addresses[n % hosts]}:{self.server.port}/{n}/{n % len(self.feeds)}.xml"
            for n in range(options.feeds)
        ]
        with open(f"{self.folder}/list", "w") as file:
            file.write("\n".join(self.urls) + "\n")
        defaults = {"first": "newest"}
        with open(f"{self.folder}/feeds.json", "w") as file:
            json.dump({"defaults": defaults, "feeds": self.urls, "sinks": [{"type": "console"}]}, file)
        self.limit_program = f"{self.folder}/limit"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libcurl", "libxml-2.0"], check=True,
                               capture_output=True, text=True).stdout.split()
        subprocess.run(["cc", "-O2", "-o", self.limit_program, f"{HERE}/limit.c", *flags], check=True)

    def close(self):
        self.server.stop()
        if not self.options.keep:
            shutil.rmtree(self.folder)

    def environment(self, bundle):
        return dict(os.environ, CURL_CA_BUNDLE=f"{self.folder}/{bundle}") if self.options.https else dict(os.environ)

    def limit(self, state, bundle="ca.pem"):
        command = [self.limit_program, f"{self.folder}/list", state]
        if self.options.https:
            command.append(f"{self.folder}/{bundle}")
        out, err, cpu, rss, code = measured(command)
        facts = json.loads(out)
        if facts["failed"] or code:
            raise SystemExit(f"limit failed: {out} {err}")
        return cpu, rss, facts

    def ours(self, state, bundle="ca.pem"):
        command = [self.options.feedherald, "--once", "-c", f"{self.folder}/feeds.json", "-s", state,
                   "--log-format", "json"]
        out, err, cpu, rss, code = measured(command, env=self.environment(bundle))
        if code:
            raise SystemExit(f"feedherald failed with {code}: {err[-2000:]}")
        return cpu, rss, [json.loads(line)["id"] for line in out.splitlines()]

    def publish(self, share=0.01):
        chosen = self.feeds[:: int(1 / share)]
        # nginx tells versions apart by whole seconds.
        time.sleep(1.1)
        ids = {}
        for feed in chosen:
            ids[feed.publish()] = self.options.feeds // len(self.feeds)
            feed.write(f"{self.folder}/www")
        return ids

    def round(self, number, table):
        ours, limit = f"{self.folder}/ours{number}", f"{self.folder}/limit{number}"

        def note(name, mine, theirs):
            table.setdefault(name, []).append((mine[0], theirs[0], mine[1], theirs[1]))

        theirs, mine = self.limit(limit), self.ours(ours)
        if len(mine[2]) != self.options.feeds:
            print(f"cold: {len(mine[2])} announced of {self.options.feeds}")
        note("cold", mine, theirs)
        for _ in range(self.options.warm):
            theirs, mine = self.limit(limit), self.ours(ours)
            if mine[2] or theirs[2]["unchanged"] != self.options.feeds:
                print(f"warm: {len(mine[2])} announced, {theirs[2]}")
            note("warm", mine, theirs)
        wanted = self.publish()
        theirs, mine = self.limit(limit), self.ours(ours)
        found = {identifier: mine[2].count(identifier) for identifier in set(mine[2])}
        if found != wanted:
            missing, wrong = set(wanted) - set(found), {k: v for k, v in found.items() if wanted.get(k) != v}
            print(f"1 % new: missing {len(missing)}, wrong {len(wrong)}: {list(wrong.items())[:3]}")
        note("1 % new", mine, theirs)
        if self.options.https:
            mine = self.ours(ours, "bundle.pem"), self.ours(ours, "ca.pem")
            note("system bundle / small CA", *mine)


def cpu_of(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def loop(bench):
    """Sweeps of one running process: CPU a sweep, memory and descriptors at its ends."""
    delay = bench.options.loop
    command = [bench.options.feedherald, str(delay), "-c", f"{bench.folder}/feeds.json", "-s", f"{bench.folder}/looped"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=bench.environment("ca.pem"))
    limits = []
    bench.limit(f"{bench.folder}/loop-limit")
    facts = []
    time.sleep(2.5 * delay)
    for _ in range(bench.options.sweeps):
        before = cpu_of(process.pid)
        time.sleep(delay)
        status = open(f"/proc/{process.pid}/status").read()
        rss = int(status.split("VmRSS:")[1].split()[0]) / 1024
        peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
        facts.append((cpu_of(process.pid) - before, rss, peak, len(os.listdir(f"/proc/{process.pid}/fd"))))
        if len(limits) < 5:
            limits.append(bench.limit(f"{bench.folder}/loop-limit")[0])
    process.send_signal(signal.SIGTERM)
    process.wait()
    cpu, best = statistics.median(f[0] for f in facts), statistics.median(limits)
    print(f"loop, {len(facts)} sweeps: {cpu:.3f} s a sweep, {cpu / best:.2f} x the limit ({best:.3f} s); "
          f"RSS {facts[0][1]:.1f} -> {facts[-1][1]:.1f} MB, peak {facts[-1][2]:.1f} MB; "
          f"descriptors {facts[0][3]} -> {facts[-1][3]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("feedherald")
    parser.add_argument("--feeds", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warm", type=int, default=2, help="warm sweeps a round")
    parser.add_argument("--https", action="store_true", help="50 hosts over TLS and HTTP/2")
    parser.add_argument("--loop", type=float, default=0, help="a running process with this delay instead")
    parser.add_argument("--sweeps", type=int, default=10)
    parser.add_argument("--keep", action="store_true", help="keep the temporary folder")
    options = parser.parse_args()
    options.feedherald = os.path.abspath(options.feedherald)
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    bench = Bench(options)
    try:
        if options.loop:
            loop(bench)
            return
        table = {}
        for number in range(options.rounds):
            bench.round(number, table)
        print(f"{options.feeds} feeds, {'https, 50 hosts' if options.https else 'http, 1,000 hosts'}; "
              "CPU seconds and peak MB, feedherald beside the limit (medians)")
        for name, rows in table.items():
            mine, theirs, my_rss, their_rss = (statistics.median(column) for column in zip(*rows))
            ratio = statistics.median(row[0] / row[1] for row in rows)
            print(f"{name:26} {mine:8.3f} / {theirs:7.3f} = {ratio:5.2f}   {my_rss:6.1f} / {their_rss:5.1f} MB")
    finally:
        bench.close()


main()
