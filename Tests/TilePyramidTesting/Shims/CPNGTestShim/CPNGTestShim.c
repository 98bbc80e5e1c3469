#include "CPNGTestShim.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct tp_png_file {
  FILE *stream;
  png_structp png;
  png_infop info;
};

static void on_error(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

tp_png_file *tp_png_file_create(const char *path) {
  tp_png_file *file = calloc(1, sizeof *file);
  if (file == NULL) return NULL;
  file->stream = fopen(path, "wbe");
  if (file->stream != NULL) {
    file->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  }
  if (file->png != NULL) file->info = png_create_info_struct(file->png);
  if (file->info != NULL) return file;
  tp_png_file_destroy(file);
  return NULL;
}

static void set_palette(png_structp png, png_infop info, const tp_png_layout *layout) {
  png_color colors[256];
  png_byte alphas[256];
  int alpha_count = 0;
  for (uint32_t i = 0; i < layout->palette_count; i++) {
    const uint8_t *entry = layout->palette + 4 * i;
    colors[i].red = entry[0];
    colors[i].green = entry[1];
    colors[i].blue = entry[2];
    alphas[i] = entry[3];
    if (entry[3] != 0xff) alpha_count = (int)i + 1;
  }
  png_set_PLTE(png, info, colors, (int)layout->palette_count);
  if (alpha_count > 0) png_set_tRNS(png, info, alphas, alpha_count, NULL);
}

static void set_key(png_structp png, png_infop info, const tp_png_layout *layout) {
  png_color_16 key = {0};
  key.gray = layout->key[0];
  key.red = layout->key[0];
  key.green = layout->key[1];
  key.blue = layout->key[2];
  png_set_tRNS(png, info, NULL, 0, &key);
}

int tp_png_file_start(tp_png_file *file, const tp_png_layout *layout, size_t *row_bytes,
                      int *passes) {
  png_structp png = file->png;
  png_infop info = file->info;
  if (setjmp(png_jmpbuf(png))) return 0;
  if (layout->palette_count > 256) png_error(png, "a palette has at most 256 entries");
  png_init_io(png, file->stream);
  png_set_user_limits(png, 0x7fffffffu, 0x7fffffffu);
  png_set_compression_level(png, layout->level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE,
                 layout->use_filters ? PNG_ALL_FILTERS : PNG_FILTER_NONE);
  png_set_IHDR(png, info, layout->width, layout->height, layout->bit_depth, layout->color_type,
               layout->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (layout->palette != NULL) set_palette(png, info, layout);
  if (layout->has_key) set_key(png, info, layout);
  if (layout->gamma > 0) png_set_gAMA(png, info, layout->gamma);
  png_write_info(png, info);
  *passes = png_set_interlace_handling(png);
  *row_bytes = png_get_rowbytes(png, info);
  return 1;
}

int tp_png_file_row(tp_png_file *file, const uint8_t *row) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_write_row(file->png, row);
  return 1;
}

int tp_png_file_finish(tp_png_file *file) {
  if (setjmp(png_jmpbuf(file->png))) return 0;
  png_write_end(file->png, NULL);
  return fflush(file->stream) == 0;
}

void tp_png_file_destroy(tp_png_file *file) {
  if (file == NULL) return;
  if (file->png != NULL) png_destroy_write_struct(&file->png, &file->info);
  if (file->stream != NULL) fclose(file->stream);
  free(file);
}
