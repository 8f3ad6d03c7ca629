"""The sheet before print, as text, as data, as Markdown and as a page of its own."""
