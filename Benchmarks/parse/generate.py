#!/usr/bin/env python3
"""Writes feeds for the parse benchmark: half Atom, half RSS 2.0, 20 to 50 entries of 1 to 8 KB of HTML each.

    generate.py FOLDER MEGABYTES     FOLDER/mixed/NNN.xml (about 160 KB each), FOLDER/one.xml (as large as all of them)

The same numbers give the same bytes. Python 3 standard library only.
"""
import os
import random
import sys

WORDS = (
    "the feed of a house by the sea with news about boats wind water stones café naïve Zürich "
    "people who write every day and those who never do because rain falls on paper slowly"
).split()


def words(rng, count):
    return " ".join(rng.choice(WORDS) for _ in range(count))


def html(rng, size):
    out, length = [], 0
    while length < size:
        kind = rng.random()
        if kind < 0.6:
            text = "<p>%s <a href=\"http://site.example/?a=%d&amp;b=2\">%s</a> %s</p>\n" % (
                words(rng, 30), rng.randrange(9999), words(rng, 3), words(rng, 20))
        elif kind < 0.8:
            text = "<ul><li>%s</li><li><b>%s</b> &amp; more</li></ul>\n" % (words(rng, 8), words(rng, 4))
        else:
            text = "<img src=\"http://img.example/%d.jpg\" alt=\"%s\" /><br />%s\n" % (
                rng.randrange(9999), words(rng, 3), words(rng, 25))
        out.append(text)
        length += len(text)
    return "".join(out)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def date(rng, n):
    return 2000 + n % 26, 1 + n % 12, 1 + n % 28, rng.randrange(24), rng.randrange(60), rng.randrange(60)


def atom_entry(rng, n):
    y, mo, d, h, mi, s = date(rng, n)
    stamp = "%04d-%02d-%02dT%02d:%02d:%02dZ" % (y, mo, d, h, mi, s)
    return (
        "<entry><title>%s</title><link rel=\"alternate\" type=\"text/html\" href=\"http://site.example/%d\"/>"
        "<id>tag:site.example,2020:%d</id><published>%s</published><updated>%s</updated>"
        "<author><name>%s</name></author><category term=\"%s\"/><content type=\"html\">%s</content></entry>\n"
    ) % (words(rng, 7), n, n, stamp, stamp, words(rng, 2), rng.choice(WORDS), escape(html(rng, rng.randrange(1000, 8000))))


def rss_item(rng, n):
    y, mo, d, h, mi, s = date(rng, n)
    month = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()[mo - 1]
    body = html(rng, rng.randrange(1000, 8000))
    body = "<![CDATA[%s]]>" % body if n % 2 else escape(body)
    return (
        "<item><title>%s</title><link>http://site.example/%d</link><guid isPermaLink=\"false\">%d at site.example</guid>"
        "<pubDate>Mon, %02d %s %04d %02d:%02d:%02d GMT</pubDate><dc:creator>%s</dc:creator><category>%s</category>"
        "<description>%s</description></item>\n"
    ) % (words(rng, 7), n, n, d, month, y, h, mi, s, words(rng, 2), rng.choice(WORDS), body)


ATOM = (
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>A feed</title>"
    "<link href=\"http://site.example/\"/><id>urn:a</id><updated>2020-01-01T00:00:00Z</updated>\n", "</feed>\n")
RSS = (
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    "<channel><title>A feed</title><link>http://site.example/</link><description>d</description>\n",
    "</channel></rss>\n")


def main():
    folder, size = sys.argv[1], int(float(sys.argv[2]) * 1e6)
    os.makedirs(os.path.join(folder, "mixed"), exist_ok=True)
    rng = random.Random(1)
    total = n = count = 0
    while total < size:
        head, tail, entry = (ATOM + (atom_entry,)) if count % 2 else (RSS + (rss_item,))
        entries = []
        for _ in range(rng.randrange(20, 51)):
            entries.append(entry(rng, n))
            n += 1
        data = (head + "".join(entries) + tail).encode()
        with open(os.path.join(folder, "mixed", "%04d.xml" % count), "wb") as out:
            out.write(data)
        total += len(data)
        count += 1
    length = 0
    with open(os.path.join(folder, "one.xml"), "wb") as out:
        out.write(RSS[0].encode())
        while length < size:
            data = rss_item(rng, n).encode()
            out.write(data)
            length += len(data)
            n += 1
        out.write(RSS[1].encode())
    length = 0
    with open(os.path.join(folder, "small.xml"), "wb") as out:
        out.write(RSS[0].encode())
        while length < 160_000:
            data = rss_item(rng, n).encode()
            out.write(data)
            length += len(data)
            n += 1
        out.write(RSS[1].encode())


main()
