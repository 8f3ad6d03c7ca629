"""All pages of a report as one, from which a browser prints one document: links lead to places within it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from urllib.parse import unquote

MAIN = re.compile(r"<main\b[^>]*>(.*?)</main>", re.DOTALL)
NAMED = re.compile(r'\s(id|for|aria-labelledby|aria-describedby)="([^"]*)"')
NOTICE = re.compile(r'<p class="notice".*?</p>', re.DOTALL)
FOLDED = re.compile(r"<details(?: open)?(?=[\s>])")
LINK = re.compile(r'\s(href|src)="([^"]*)"')
WARNED = """<style>
@page { @top-center {
  content: "Other people’s text, quoted for those who work on it. Do not pass it on.";
  font: bold 8.5pt sans-serif;
  color: #a11226;
} }
</style>
"""
"""What every printed page says where the documents are quoted."""
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Report</title>
<link rel="stylesheet" href="style.css">
<style>
.page + .page { break-before: page; }
.scroll, .zoom { overflow: visible !important; max-height: none !important; }
.graph img { max-width: 100% !important; }
tr, figure, .rule, .board { break-inside: avoid; }
@page {
  margin: 15mm 13mm 18mm;
  @bottom-center { content: counter(page) " of " counter(pages); font: 8.5pt sans-serif; color: #444; }
}
</style>
"""


def whole(pages: Mapping[str, str]) -> str:
    """One page of all pages, in the order given; ``pages``: by their names below the folder of the report.

    It is to stand in that folder, beside the style sheet and the pictures.
    """
    number = {name: f"p{place}" for place, name in enumerate(pages)}
    quoting = any(NOTICE.search(text) for text in pages.values())
    parts = [HEAD, WARNED if quoting else "", "</head>\n<body>\n"]
    for name, text in pages.items():
        main = MAIN.search(text)
        notice = NOTICE.search(text)
        body = (notice[0] if notice else "") + _moved(main[1] if main else "", name, number)
        parts.append(f'<article class="page" id="{number[name]}">\n{body}\n</article>\n')
    return "".join([*parts, "</body>\n</html>\n"])


def _moved(body: str, name: str, number: Mapping[str, str]) -> str:
    """What stands on a page, with its anchors and links as they are within the whole; what folds lies open."""
    own, folder = number[name], posixpath.dirname(name)

    def named(found: re.Match[str]) -> str:
        ids = " ".join(f"{own}-{one}" for one in found[2].split())
        return f' {found[1]}="{ids}"'

    def linked(found: re.Match[str]) -> str:
        path, mark, anchor = found[2].partition("#")
        if ":" in path.partition("/")[0]:
            return found[0]
        target = posixpath.normpath(posixpath.join(folder, unquote(path))) if path else name
        if target not in number:
            return f' {found[1]}="{posixpath.normpath(posixpath.join(folder, path))}{mark}{anchor}"'
        return f' {found[1]}="#{number[target]}{f"-{anchor}" if anchor else ""}"'

    body = LINK.sub(linked, NAMED.sub(named, body))
    return FOLDED.sub("<details open", body).replace(' loading="lazy"', "")
