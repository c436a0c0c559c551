/* A stand-in for bcryptprimitives.dll, which older Wines do not have: Rust programs take random numbers from it. */
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
    while (size > 0) {
        ULONG part = size > 0x40000000 ? 0x40000000 : (ULONG)size;
        if (!RtlGenRandom(data, part)) return FALSE;
        data += part; size -= part;
    }
    return TRUE;
}
