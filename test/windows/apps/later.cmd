@echo off
node -p 0 > first.txt
:wait
if exist go.txt goto go
ping -n 2 127.0.0.1 > nul
goto wait
:go
node -p process.execArgv.length+process.argv0 > after.txt 2> errors.txt
echo %errorlevel% > code.txt
