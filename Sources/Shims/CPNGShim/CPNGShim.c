#include "CPNGShim.h"
#include <png.h>
typedef int tp_png_shim_unit;
