#ifndef CJPEGSHIM_H
#define CJPEGSHIM_H

#include <stddef.h>
#include <stdint.h>

/* libjpeg reports errors by longjmp, which must not cross a Swift frame. Every function here sets its
 * own jump target and jumps only when nothing of Swift runs, so an error ends in a returned status. */

typedef enum {
  TP_JPEG_OK = 0,
  /* The file breaks a rule of the format; the message says which. */
  TP_JPEG_CORRUPT = 1,
  /* The data, or a segment of coded samples, ends before the image does. */
  TP_JPEG_TRUNCATED = 2,
  /* The file is of a kind that the library does not decode; the message says which. */
  TP_JPEG_UNSUPPORTED = 3,
  /* The image needs more memory than is allowed. */
  TP_JPEG_TOO_LARGE = 4,
  /* The caller asked to stop. */
  TP_JPEG_STOPPED = 5,
} tp_jpeg_status;

typedef enum {
  /* Red, green, blue and alpha 255. */
  TP_JPEG_RGBA = 0,
  /* Cyan, magenta, yellow and black, 255 for no ink: as Adobe's programs store them, and as readers take
   * those of a file without Adobe's marker too. */
  TP_JPEG_CMYK = 1,
} tp_jpeg_samples;

typedef struct {
  uint32_t width;
  uint32_t height;
  /* Whether the coefficients of the whole image must be held at once. */
  uint8_t is_progressive;
  tp_jpeg_samples samples;
  /* Colours as stored, 1 for grey. */
  uint8_t components;
  /* The bytes of all coefficients. */
  uint64_t coefficient_bytes;
  /* The resolution by JFIF, all 0 without it: 0 without a unit, 1 an inch, 2 a centimetre. */
  uint8_t density_unit;
  uint16_t x_density;
  uint16_t y_density;
} tp_jpeg_header;

typedef struct tp_jpeg_reader tp_jpeg_reader;

/* NULL when memory is short. The bytes must outlive the reader. */
tp_jpeg_reader *tp_jpeg_reader_create(const uint8_t *bytes, size_t count);
/* Reads everything up to the first scan. */
tp_jpeg_status tp_jpeg_reader_header(tp_jpeg_reader *reader, tp_jpeg_header *header);
/* Decodes the image into `4 * width * height` bytes, row by row from the top, four samples a pixel.
 * libjpeg's own working memory stays below `maximum_bytes`. */
tp_jpeg_status tp_jpeg_reader_decode(tp_jpeg_reader *reader, uint8_t *samples,
                                     size_t maximum_bytes);
/* NULL when memory is short. The file is read through a buffer from its current position on; the
 * descriptor must stay open as long as the reader. One that lacks no more than its end marker is whole. */
tp_jpeg_reader *tp_jpeg_reader_open(int descriptor);
/* The errno of a failed read of the file; 0 without one. */
int tp_jpeg_reader_read_failure(const tp_jpeg_reader *reader);
/* The contents of the first Exif segment after its name; NULL without one. Valid until the image is
 * begun. */
const uint8_t *tp_jpeg_reader_exif(const tp_jpeg_reader *reader, size_t *count);
/* Not 0 to stop. */
typedef int (*tp_jpeg_stop)(void *context);
/* Begins to decode row by row, at 1, 1/2, 1/4 or 1/8 of the size. All scans of a progressive image are
 * read here, so `stop` is asked for each row of blocks of each. */
tp_jpeg_status tp_jpeg_reader_begin(tp_jpeg_reader *reader, uint32_t denominator,
                                    size_t maximum_bytes, tp_jpeg_stop stop, void *context);
/* Decodes the next row, four samples a pixel. */
tp_jpeg_status tp_jpeg_reader_row(tp_jpeg_reader *reader, uint8_t *samples);
/* Reads what follows the samples. */
tp_jpeg_status tp_jpeg_reader_finish(tp_jpeg_reader *reader);
/* Why the last call failed; lives as long as the reader. */
const char *tp_jpeg_reader_message(const tp_jpeg_reader *reader);
void tp_jpeg_reader_destroy(tp_jpeg_reader *reader);

/* How a tile is written. */
typedef struct {
  /* 1 to 100. */
  uint8_t quality;
  /* One component instead of three; red, green and blue are then equal. */
  uint8_t is_grey;
  /* Chroma at half the resolution both ways. */
  uint8_t halves_chroma;
  /* Prefix codes made for the image instead of the standard's. */
  uint8_t optimizes_codes;
  uint8_t is_progressive;
} tp_jpeg_form;

typedef struct tp_jpeg_writer tp_jpeg_writer;

/* NULL when memory is short. */
tp_jpeg_writer *tp_jpeg_writer_create(void);
/* Encodes `4 * width * height` bytes, four a pixel of which the last is ignored. The file belongs to
 * the writer and lives until its next call. */
tp_jpeg_status tp_jpeg_writer_encode(tp_jpeg_writer *writer, const uint8_t *samples,
                                     uint32_t width, uint32_t height, const tp_jpeg_form *form,
                                     const uint8_t **bytes, size_t *count);
void tp_jpeg_writer_destroy(tp_jpeg_writer *writer);
/* The version of libjpeg-turbo. */
const char *tp_jpeg_library_version(void);

#endif
