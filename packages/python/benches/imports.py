"""The cost of an import in addition to the bare interpreter:

    imports.py MODULE...          prints {"ms": CPU, "mib": memory}
"""

import importlib
import sys
import time

import meter

memory, start = meter.mib("VmRSS"), time.process_time()
for module in sys.argv[1:]:
    importlib.import_module(module)
spent, memory = time.process_time() - start, meter.mib("VmRSS") - memory

import json  # noqa: E402  (after the measurement: it is not part of the bare interpreter)

print(json.dumps({"ms": spent * 1000, "mib": memory}))
