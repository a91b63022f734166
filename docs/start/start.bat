@echo off
rem Opens the application with a double click. The first time, and whenever the lock file has
rem changed, it installs the packages into .venv beside main.py.
cd /d "%~dp0..\.."
if not exist .venv\Scripts\python.exe (
    echo Making the environment ...
    py -3 -m venv .venv || python -m venv .venv
)
if not exist .venv\Scripts\python.exe (
    echo Python 3.11 or newer is needed: install it from python.org, then start this again.
    pause
    exit /b 2
)
fc /b requirements.lock .venv\installed.lock >nul 2>nul
if errorlevel 1 (
    echo Installing the packages, about 230 MB; this happens once ...
    .venv\Scripts\python -m pip install -q -r requirements.lock
    if errorlevel 1 (
        echo The packages could not be installed; see above.
        pause
        exit /b 2
    )
    copy /y requirements.lock .venv\installed.lock >nul
)
.venv\Scripts\python main.py %*
if errorlevel 1 pause
