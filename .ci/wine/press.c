/* Presses Ctrl-C in the console of another process, or closes it: press PROCESS c|break|close. */
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    FreeConsole();
    if (!AttachConsole(strtoul(argv[1], NULL, 10))) return 3;
    if (strcmp(argv[2], "close") == 0)
        return PostMessageW(GetConsoleWindow(), WM_CLOSE, 0, 0) ? 0 : 4;
    SetConsoleCtrlHandler(NULL, TRUE);
    DWORD event = strcmp(argv[2], "c") == 0 ? CTRL_C_EVENT : CTRL_BREAK_EVENT;
    return GenerateConsoleCtrlEvent(event, 0) ? 0 : 5;
}
