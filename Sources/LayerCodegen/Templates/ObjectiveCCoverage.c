#include <stddef.h>
#include <stdint.h>

// Per zoom: the zoom, its first band, and the band after its last.
static const uint32_t k__name__Levels[][3] = {
__levels__
};

// Per band of rows that hold the same columns: the first row and the row after the last, then the
// first run and the run after the last.
static const uint32_t k__name__Bands[][4] = {
__bands__
};

// Per run: its first column and the column after its last.
static const uint32_t k__name__Runs[][2] = {
__runs__
};

static BOOL __name__TileExists(NSUInteger x, NSUInteger y, NSUInteger zoom) {
  for (size_t level = 0; level < sizeof k__name__Levels / sizeof k__name__Levels[0]; level++) {
    if (k__name__Levels[level][0] != zoom) {
      continue;
    }
    size_t low = k__name__Levels[level][1];
    size_t high = k__name__Levels[level][2];
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (k__name__Bands[middle][1] > y) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low == k__name__Levels[level][2] || k__name__Bands[low][0] > y) {
      return 0;
    }
    size_t end = k__name__Bands[low][3];
    high = end;
    low = k__name__Bands[low][2];
    while (low < high) {
      size_t middle = (low + high) / 2;
      if (k__name__Runs[middle][1] > x) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < end && k__name__Runs[low][0] <= x;
  }
  return 0;
}
