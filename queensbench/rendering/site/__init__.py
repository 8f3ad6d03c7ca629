"""A report as a folder of pages: no server, no script that is needed, no address outside."""
