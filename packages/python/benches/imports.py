"""The cost of an import in addition to the bare interpreter:

    imports.py MODULE[:NAME]...   prints {"ms": CPU, "mib": memory}

A name is taken from its module as by `from MODULE import NAME`: what is imported on first use is measured with it.
"""

import importlib
import sys
import time

import measure

memory, start = measure.mib("VmRSS"), time.process_time()
for wanted in sys.argv[1:]:
    module, _, name = wanted.partition(":")
    loaded = importlib.import_module(module)
    if name:
        getattr(loaded, name)
spent, memory = time.process_time() - start, measure.mib("VmRSS") - memory

import json  # noqa: E402  (after the measurement: it is not part of the bare interpreter)

print(json.dumps({"ms": spent * 1000, "mib": memory}))
