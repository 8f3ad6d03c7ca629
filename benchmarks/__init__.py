"""Speed of the engines, each figure beside a plain-Python search of the same model in the same run.

``python -m benchmarks`` prints one table, ``--json`` one object, ``--quick`` only shows that everything runs.

``boxes``    the instances that are measured
``plain``    searches and games by the interpreter alone
``probes``   what is measured in a process of its own
``memory``   the greatest resident size of a process
``figures``  the figures with their targets
``peers/``   with ``--peers``: the reference games by other programs, beside Queensbench
"""
