#include "CArgumentsShim.h"

// Its first lines say whose C library this is.
#include <stdlib.h>

static int count;
static char **arguments;

#if defined(__GLIBC__) || defined(__APPLE__)
// These C libraries call constructors as they call main.
__attribute__((constructor)) static void keep_arguments(int given_count, char **given) {
  count = given_count;
  arguments = given;
}
#endif

int tp_argument_count(void) { return arguments == NULL ? 0 : count; }

const char *tp_argument(int index) {
  return index >= 0 && index < tp_argument_count() ? arguments[index] : NULL;
}
