#ifndef CTIFFTESTSHIM_H
#define CTIFFTESTSHIM_H

#include <stddef.h>
#include <stdint.h>

/* Writes TIFF files with libtiff, whose functions for tags take variable arguments. */

typedef struct {
  uint32_t width, height;
  uint16_t bits_per_sample, samples_per_pixel, sample_format, photometric, compression, predictor;
  /* 0 for strips. */
  uint32_t tile_width, block_height;
  uint32_t subfile_type;
  /* 0 without the tag, or one more than the kind of the extra sample. */
  uint16_t extra_kind;
  uint8_t is_planar;
  /* Columns and rows of a sample of chroma; 0 without the tag. */
  uint16_t subsampling;
  /* NULL without the tag. */
  const char *nodata;
  /* GDAL_METADATA; NULL without the tag. */
  const char *metadata;
  /* SMaxSampleValue; 0 without the tag. */
  double largest_sample;
  /* The ICC profile; NULL without the tag. */
  const uint8_t *profile;
  uint32_t profile_count;
  /* 0 without the tags. */
  uint16_t orientation;
  float x_resolution, y_resolution;
  uint16_t resolution_unit;
} tp_test_tiff;

typedef struct tp_test_writer tp_test_writer;

/* `mode` is libtiff's: w, w8 for BigTIFF, with b or l for the order of bytes. */
tp_test_writer *tp_test_open(const char *path, const char *mode);
/* Whether this build of libtiff has a compression. */
int tp_test_has_codec(uint16_t compression);
void tp_test_begin(tp_test_writer *writer, const tp_test_tiff *image);
void tp_test_palette(tp_test_writer *writer, uint16_t *red, uint16_t *green, uint16_t *blue);
int64_t tp_test_block_bytes(tp_test_writer *writer);
/* Asks for RGB instead of YCbCr samples of JPEG blocks. */
void tp_test_jpeg_rgb(tp_test_writer *writer);
int tp_test_block(tp_test_writer *writer, uint32_t index, uint8_t *bytes, size_t count);
/* Ends a directory. */
int tp_test_end(tp_test_writer *writer);
void tp_test_close(tp_test_writer *writer);

#endif
