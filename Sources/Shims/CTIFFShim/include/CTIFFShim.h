#ifndef CTIFFSHIM_H
#define CTIFFSHIM_H

#include <stddef.h>
#include <stdint.h>

/* libtiff's functions for tags take variable arguments, which Swift cannot pass, and by default it
 * prints its messages. Here every tag has a typed function and each handle keeps its own message, so
 * that any number of threads may each have one. */

typedef struct tp_tiff tp_tiff;

/* What the current directory says of its image. Numbers are as stored and unchecked. */
typedef struct {
  uint32_t width;
  uint32_t height;
  uint16_t bits_per_sample;
  uint16_t samples_per_pixel;
  uint16_t sample_format;
  uint16_t photometric;
  uint16_t compression;
  uint16_t predictor;
  uint16_t orientation;
  /* Samples a unit, 0 without the tag; the unit is 1 for none, 2 for the inch, 3 for the centimetre. */
  float x_resolution;
  float y_resolution;
  uint16_t resolution_unit;
  uint16_t ink_set;
  uint16_t extra_samples;
  /* The first of the extra samples that holds alpha, from 1, and its kind; 0 without one. */
  uint16_t alpha_sample;
  uint16_t alpha_kind;
  uint16_t ycbcr_subsampling[2];
  /* The larger of SMaxSampleValue and MaxSampleValue; 0 without both. */
  double largest_sample;
  uint32_t subfile_type;
  uint8_t has_photometric;
  uint8_t is_planar;
  uint8_t is_tiled;
  /* Whether this build of libtiff has the compression. */
  uint8_t has_codec;
  /* Columns and rows of a tile, or the width of the image and the rows of a strip. */
  uint32_t block_width;
  uint32_t block_height;
  /* All blocks, of all planes. */
  uint32_t block_count;
  /* The bytes of a whole decoded block; 0 when they cannot be computed. */
  uint64_t block_bytes;
  /* The bytes of a row of the image, of one plane. */
  uint64_t row_bytes;
} tp_tiff_image;

/* Opens the first directory of a TIFF of so many bytes from `start` on in the file that the descriptor
 * reads; the descriptor must stay open as long as the handle. No single piece of memory above `maximum_allocation` bytes is taken where the library
 * can be told so. Returns NULL when memory is short; whether the file was understood, tp_tiff_is_open
 * tells. */
tp_tiff *tp_tiff_open(int descriptor, uint64_t start, uint64_t file_bytes,
                      size_t maximum_allocation);
int tp_tiff_is_open(const tp_tiff *handle);
void tp_tiff_close(tp_tiff *handle);

/* The first error since the last tp_tiff_clear; empty without one. */
const char *tp_tiff_message(const tp_tiff *handle);
/* The errno of a failed read of the file; 0 without one. */
int tp_tiff_read_failure(const tp_tiff *handle);
/* Whether a read began or ended beyond the end of the file since the last tp_tiff_clear. */
int tp_tiff_read_past_end(const tp_tiff *handle);
void tp_tiff_clear(tp_tiff *handle);

int tp_tiff_is_big(tp_tiff *handle);
int tp_tiff_is_big_endian(tp_tiff *handle);

/* These make another directory the current one; 0 when there is none such or it is damaged. */
int tp_tiff_set_first_directory(tp_tiff *handle);
int tp_tiff_next_directory(tp_tiff *handle);
int tp_tiff_set_directory_at(tp_tiff *handle, uint64_t offset);
/* The file offset of the current directory. */
uint64_t tp_tiff_directory_offset(tp_tiff *handle);
/* The offsets of the current directory's subdirectories, as many as `capacity` holds; returns their
 * number. */
size_t tp_tiff_subdirectories(tp_tiff *handle, uint64_t *offsets, size_t capacity);

/* Describes the current directory, of whose JPEG blocks of YCbCr red, green and blue are asked for from
 * then on. */
void tp_tiff_describe(tp_tiff *handle, tp_tiff_image *image);
/* The three tables of a palette, `1 << bits_per_sample` entries each; 0 without one. */
int tp_tiff_palette(tp_tiff *handle, const uint16_t **red, const uint16_t **green,
                    const uint16_t **blue);
/* A tag of numbers: copies as many as `capacity` holds as doubles and returns how many there are; 0
 * when the tag is absent or holds no numbers. */
size_t tp_tiff_numbers(tp_tiff *handle, uint32_t tag, double *numbers, size_t capacity);
/* A tag of text: copies as many bytes as `capacity` holds and returns how many there are. */
size_t tp_tiff_text(tp_tiff *handle, uint32_t tag, char *text, size_t capacity);

/* Where a block is in the file; offset and count are 0 for a block that is not stored. Returns 0
 * when the tables that say so are damaged. */
int tp_tiff_block_offset(tp_tiff *handle, uint32_t index, uint64_t *offset, uint64_t *count);
/* Decodes a block; returns the number of bytes or -1. */
int64_t tp_tiff_read_block(tp_tiff *handle, uint32_t index, uint8_t *bytes, size_t count);
/* Decodes a block as RGBA through libtiff's own conversion, rows from the top, `block_width` pixels
 * each; `x` and `y` are the block's place in the image. */
int tp_tiff_read_block_rgba(tp_tiff *handle, uint32_t x, uint32_t y, uint32_t *pixels);
/* Whether libtiff can convert the current directory's image; the message says why not. */
int tp_tiff_can_convert(tp_tiff *handle);
/* Decodes a row of a plane of an image of strips; rows come in order. */
int tp_tiff_read_row(tp_tiff *handle, uint32_t row, uint16_t plane, uint8_t *bytes);

/* The version of the library in use. */
const char *tp_tiff_library_version(void);

#endif
