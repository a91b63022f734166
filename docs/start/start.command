#!/bin/bash
# Opens the application with a double click. The first time, and whenever the lock file has changed,
# it installs the packages into .venv beside main.py.
cd "$(dirname "$0")/../.." || exit 2

stop() {
    echo "$1"
    read -r -p "Press Return to close. " _
    exit 2
}

if [ ! -x .venv/bin/python ]; then
    for python in python3.14 python3.13 python3.12 python3.11 python3; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
        python=
    done
    [ -n "$python" ] || stop "Python 3.11 or newer is needed: install it from python.org, then start this again."
    echo "Making the environment ..."
    "$python" -m venv .venv || stop "The environment could not be made; see above."
fi
if ! cmp -s requirements.lock .venv/installed.lock; then
    echo "Installing the packages, about 250 MB; this happens once ..."
    .venv/bin/python -m pip install -q -r requirements.lock ||
        stop "The packages could not be installed; see above."
    cp requirements.lock .venv/installed.lock
fi
.venv/bin/python main.py "$@" || stop "The application ended with an error; see above."
