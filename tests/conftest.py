"""Tests compute what they ask for: no verdict comes from a store, and none is left in one."""

import os

os.environ["QUEENSBENCH_STORE"] = "off"
