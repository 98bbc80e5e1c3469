#ifndef CARGUMENTSSHIM_H
#define CARGUMENTSSHIM_H

/// How many arguments the C library was started with, the program's name included; 0 when it does not
/// tell.
///
/// Swift's run-time looks for them in /proc and has none where that is absent.
int tp_argument_count(void);

/// An argument, from 0; NULL past the last.
const char *tp_argument(int index);

#endif
