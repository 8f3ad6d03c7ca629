"""The Queen Is Dead: what must hold (``claims``), and who acts when numbers tie (``ties``)."""
