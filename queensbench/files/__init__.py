"""Files: read only where they are files, written so that they outlast a power cut, and signed with one's own key."""
