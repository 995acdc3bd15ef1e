#!/bin/bash
PYTHONPATH=/work/main exec /work/main/.venv/bin/python -c 'import sys; sys.argv[0]="rummysim"; from rummysim.cli import main; main()' "$@"
