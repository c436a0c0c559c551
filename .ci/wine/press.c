/* Starts a program in a console of its own, presses Ctrl-C or Ctrl-Break there after some milliseconds if it has not ended
   by then, and ends with the program's exit code: press MILLISECONDS c|break PROGRAM WORDS... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    /* What stands behind the second word, as it was typed. */
    char *rest = GetCommandLineA();
    for (int word = 0; word < 3; word++) {
        int quoted = 0;
        while (*rest && (quoted || *rest != ' '))
            if (*rest++ == '"') quoted = !quoted;
        while (*rest == ' ') rest++;
    }
    STARTUPINFOA start = { .cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES };
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    PROCESS_INFORMATION child;
    if (!CreateProcessA(NULL, rest, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &start, &child)) {
        fprintf(stderr, "press: cannot start %s: %lu\n", rest, GetLastError());
        return 3;
    }
    if (WaitForSingleObject(child.hProcess, strtoul(argv[1], NULL, 10)) == WAIT_TIMEOUT) {
        FreeConsole();
        if (!AttachConsole(child.dwProcessId)) {
            fprintf(stderr, "press: no console: %lu\n", GetLastError());
            return 4;
        }
        SetConsoleCtrlHandler(NULL, TRUE);
        GenerateConsoleCtrlEvent(strcmp(argv[2], "c") == 0 ? CTRL_C_EVENT : CTRL_BREAK_EVENT, 0);
        WaitForSingleObject(child.hProcess, 60000);
    }
    DWORD code = 0;
    GetExitCodeProcess(child.hProcess, &code);
    return code;
}
