#ifndef CPNGTESTSHIM_H
#define CPNGTESTSHIM_H

#include <stddef.h>
#include <stdint.h>

/* Writes PNG files of every form for tests. libpng reports errors by longjmp, which must not cross a
 * Swift frame: every function here sets its own jump target and returns 0 for an error. */

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;
  uint8_t is_interlaced;
  /* Whether `key` names the one transparent colour (grey: the first element). */
  uint8_t has_key;
  uint16_t key[3];
  /* Red, green, blue, alpha of each entry; NULL without a palette. */
  const uint8_t *palette;
  uint32_t palette_count;
  /* The value of gAMA; 0 writes none. */
  double gamma;
  /* zlib's level, 0 to 9. */
  int level;
  /* Whether all filters may be used; otherwise none is. */
  int use_filters;
} tp_png_layout;

typedef struct tp_png_file tp_png_file;

/* NULL when the file cannot be made. */
tp_png_file *tp_png_file_create(const char *path);
/* Writes everything up to the samples. `passes` is 7 for an interlaced image, all of whose rows are
 * then written seven times, and else 1. */
int tp_png_file_start(tp_png_file *file, const tp_png_layout *layout, size_t *row_bytes,
                      int *passes);
int tp_png_file_row(tp_png_file *file, const uint8_t *row);
int tp_png_file_finish(tp_png_file *file);
void tp_png_file_destroy(tp_png_file *file);

#endif
