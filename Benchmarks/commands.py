#!/usr/bin/env python3
"""What a person waits for: status over many feeds, import of a large OPML.

    Benchmarks/commands.py [--feeds 10000] [--outlines 5000] [--binary .build/release/feedherald]

Sweeps over so many small files once, so that every feed has its marker, then takes the best of three runs of each command.
The limits: status beside `cat` of all markers, import beside Python's expat reading the same file; both below a second.
Exit status 1 when one takes a second or more.
"""
import argparse, os, subprocess, sys, tempfile, time, xml.etree.ElementTree

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("--feeds", type=int, default=10_000)
arguments.add_argument("--outlines", type=int, default=5000)
arguments.add_argument("--binary", default=os.path.join(os.path.dirname(__file__), "../.build/release/feedherald"))
options = arguments.parse_args()
binary = os.path.abspath(options.binary)


def best(command):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        command()
        times.append(time.perf_counter() - start)
    return min(times)


def run(*words, accepted=(0,), **more):
    result = subprocess.run([binary, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)
    if result.returncode not in accepted:
        sys.exit(f"{' '.join(words)} ended with {result.returncode}: {result.stderr.decode()[-500:]}")


with tempfile.TemporaryDirectory() as folder:
    os.mkdir(f"{folder}/feeds")
    for n in range(options.feeds):
        with open(f"{folder}/feeds/{n}.xml", "w") as file:
            file.write(
                f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Feed {n}</title><id>urn:f:{n}</id><entry><id>urn:e:{n}</id>"
                f"<title>Entry</title><updated>2026-11-30T12:00:00Z</updated></entry></feed>")
    with open(f"{folder}/feeds.json", "w") as file:
        feeds = ",\n".join(f'"feeds/{n}.xml"' for n in range(options.feeds))
        file.write(f'{{"delay": "1h", "defaults": {{"first": "none"}}, "feeds": [{feeds}]}}')
    run("--once", "-s", "state", cwd=folder)
    status = best(lambda: run("status", "-s", "state", cwd=folder))
    cat = best(lambda: subprocess.run("find state/markers -type f | xargs cat > /dev/null", shell=True, cwd=folder))
    with open(f"{folder}/list.opml", "w") as file:
        outlines = "".join(
            f"<outline text='Folder {n // 10}'><outline type='rss' text='Feed {n}' xmlUrl='https://example.org/{n}?a=1&amp;b=2'/></outline>"
            for n in range(options.outlines))
        file.write(f"<opml version='2.0'><body>{outlines}</body></opml>")
    imported = best(lambda: run("import", "list.opml", cwd=folder))
    expat = best(lambda: xml.etree.ElementTree.parse(f"{folder}/list.opml"))
    print(f"commands: status over {options.feeds} feeds {status:.3f} s ({status / cat:.1f} x cat of the markers), "
          f"import of {options.outlines} outlines {imported:.3f} s ({imported / expat:.1f} x expat)")
    sys.exit(status >= 1 or imported >= 1)
