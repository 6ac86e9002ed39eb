@echo off
rem Runs Berth with the Java 25 of JAVA_HOME or the PATH. A JRE is sufficient.
setlocal
set "root=%~dp0.."
set "java=java"
if exist "%root%\runtime\bin\java.exe" (
    set "java=%root%\runtime\bin\java.exe"
) else if defined JAVA_HOME (
    set "java=%JAVA_HOME%\bin\java.exe"
)
set "flags=-XX:+UseParallelGC"
if "%1"=="run" set flags="@%root%\lib\run.options"
"%java%" %flags% %BERTH_JAVA_OPTS% --module-path "%root%\lib" -m dev.berth.app/dev.berth.app.Main %*
exit /b %ERRORLEVEL%
