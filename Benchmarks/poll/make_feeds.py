"""Feeds in the shape of the wild: half Atom, half RSS 2.0, 20 to 50 entries of 1 to 8 KB of HTML, 160 KB on average."""
import gzip
import os
import random
import time

WORDS = None


def words(random_source):
    global WORDS
    if WORDS is None:
        letters = "etaoinshrdlucmfwypvbgkjqxz"
        WORDS = ["".join(random_source.choices(letters, weights=range(26, 0, -1), k=random_source.randint(2, 10)))
                 for _ in range(4000)]
    return WORDS


def html(source, size):
    parts, length = [], 0
    while length < size:
        text = " ".join(source.choices(words(source), k=source.randint(8, 60)))
        piece = f'<p>{text} <a href="https://example.org/{source.randint(1, 10**6)}">{text[:20]}</a> &amp; so on.</p>\n'
        parts.append(piece)
        length += len(piece)
    return "".join(parts)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Feed:
    """One feed file whose content can grow by a new entry."""

    def __init__(self, number):
        self.number = number
        self.source = random.Random(number)
        self.is_atom = number % 2 == 0
        self.next_id = 0
        self.count = self.source.randint(20, 50)
        self.started = int(time.time())
        self.entries = [self.entry() for _ in range(self.count)][::-1]

    def entry(self):
        self.next_id += 1
        number = self.next_id
        # An hour apart up to the start; what is published later is dated then.
        hours = number - self.count
        moment = self.started + hours * 3600 if hours <= 0 else int(time.time())
        title = " ".join(self.source.choices(words(self.source), k=8))
        body = escaped(html(self.source, self.source.randint(1000, 8000)))
        link = f"https://example.org/{self.number}/{number}"
        if self.is_atom:
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
            return (f"<entry><id>urn:feed:{self.number}:{number}</id><title>{title}</title><link href=\"{link}\"/>"
                    f"<published>{stamp}</published><updated>{stamp}</updated><author><name>Ann</name></author>"
                    f"<content type=\"html\">{body}</content></entry>\n")
        stamp = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment))
        return (f"<item><guid isPermaLink=\"false\">urn:feed:{self.number}:{number}</guid><title>{title}</title>"
                f"<link>{link}</link><pubDate>{stamp}</pubDate><description>{body}</description></item>\n")

    def publish(self):
        """Adds a new entry and drops the oldest; gives the new one's id."""
        self.entries = [self.entry()] + self.entries[:-1]
        return f"urn:feed:{self.number}:{self.next_id}"

    def text(self):
        body = "".join(self.entries)
        if self.is_atom:
            return (f'<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
                    f"<id>urn:feed:{self.number}</id><title>Feed {self.number}</title>"
                    f"<updated>2024-01-01T00:00:00Z</updated>\n{body}</feed>\n")
        return (f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>Feed {self.number}</title>'
                f"<link>https://example.org/{self.number}</link><description>d</description>\n{body}</channel></rss>\n")

    def write(self, folder):
        path = os.path.join(folder, f"{self.number}.xml")
        data = self.text().encode()
        for name, content in ((path, data), (path + ".gz", gzip.compress(data, 6, mtime=0))):
            with open(name + ".new", "wb") as file:
                file.write(content)
            os.rename(name + ".new", name)
