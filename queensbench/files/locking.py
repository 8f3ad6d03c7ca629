"""Locks of files that are open: of this process, until it ends or closes the file."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def locked(handle: int) -> bool:
        """Lock a file that is open for writing; False if another process has done so, or the system cannot."""
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def locked(handle: int) -> bool:
        """Lock a file that is open for writing; False if another process has done so, or the system cannot."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


__all__ = ["locked"]
