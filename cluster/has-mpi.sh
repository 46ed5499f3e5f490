#!/bin/sh
# Whether the back end on MPI can be built and tried here: Open MPI, its headers, and libclang, which reads them.
# On Debian: apt-get install openmpi-bin libopenmpi-dev libclang-dev
command -v mpirun >/dev/null && command -v mpicc >/dev/null || { echo "there is no MPI" >&2; exit 1; }
{ [ -n "$LIBCLANG_PATH" ] || ls /usr/lib/llvm-*/lib/libclang.so* /usr/lib*/libclang.so* /usr/lib/*/libclang*.so*; } >/dev/null 2>&1 ||
    ldconfig -p 2>/dev/null | grep -q 'libclang[.-]' || { echo "there is no libclang" >&2; exit 1; }
