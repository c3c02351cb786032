"""Runs samples one after another, each with its own variables, and prints what each of them printed."""

import contextlib
import io
import json
import os
import runpy
import sys
import urllib.error

results = []
with open(sys.argv[1]) as file:
    jobs = json.load(file)
for job in jobs:
    os.environ.update(job["environment"])
    out = io.StringIO()
    result = {"id": job["id"], "status": None, "error": None}
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(job["file"])
    except urllib.error.HTTPError as error:
        result["status"] = error.code
        result["error"] = error.read().decode()
    except Exception as error:
        result["error"] = repr(error)
    results.append({**result, "out": out.getvalue()})
print(json.dumps(results))
