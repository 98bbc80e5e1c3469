#ifndef CPNGSHIM_H
#define CPNGSHIM_H

#include <stddef.h>
#include <stdint.h>

/* libpng reports errors by longjmp, which must not cross a Swift frame. Every function here sets its
 * own jump target, so an error ends in a returned status; callbacks must return normally. */

typedef enum {
  TP_PNG_OK = 0,
  /* The file breaks a rule of the format; the message says which. */
  TP_PNG_CORRUPT = 1,
  /* The pull callback delivered less than was asked for, or the push callback refused. */
  TP_PNG_STREAM_ENDED = 2,
} tp_png_status;

enum {
  /* Rows are delivered as stored: packed bits, palette indexes, big-endian 16-bit samples. */
  TP_PNG_AS_STORED = 1,
  /* libpng merges Adam7 passes into rows that the caller keeps between passes. */
  TP_PNG_DEINTERLACE = 2,
};

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;
  uint8_t is_interlaced;
  /* Whether a tRNS chunk precedes the samples. */
  uint8_t has_transparency;
} tp_png_header;

typedef struct tp_png_reader tp_png_reader;

/* Delivers up to `count` bytes and returns how many; fewer than asked for ends the stream. */
typedef size_t (*tp_png_pull)(void *context, uint8_t *bytes, size_t count);

/* NULL when memory is short. `flags` is a union of TP_PNG_AS_STORED and TP_PNG_DEINTERLACE. */
tp_png_reader *tp_png_reader_create(tp_png_pull pull, void *context, int flags);
/* Reads everything up to the samples. */
tp_png_status tp_png_reader_header(tp_png_reader *reader, tp_png_header *header);
/* Prepares the samples. `row_bytes` is what one row needs; `passes` is 7 where each row must be read
 * once per pass into the same memory, and else 1. */
tp_png_status tp_png_reader_start(tp_png_reader *reader, size_t *row_bytes, int *passes);
/* Reads one row, or without TP_PNG_DEINTERLACE one row of a pass, which then fills only the front of
 * `row`, although `row` must always have `row_bytes` bytes. */
tp_png_status tp_png_reader_row(tp_png_reader *reader, uint8_t *row);
/* Reads what follows the samples, up to IEND. */
tp_png_status tp_png_reader_finish(tp_png_reader *reader);
/* Why the last call failed; lives as long as the reader. */
const char *tp_png_reader_message(const tp_png_reader *reader);
void tp_png_reader_destroy(tp_png_reader *reader);

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

typedef struct tp_png_writer tp_png_writer;

/* Takes `count` bytes; returns 0 to refuse them, which ends the stream. */
typedef int (*tp_png_push)(void *context, const uint8_t *bytes, size_t count);

/* NULL when memory is short. */
tp_png_writer *tp_png_writer_create(tp_png_push push, void *context);
/* Writes everything up to the samples. `passes` is 7 for an interlaced image, all of whose rows are
 * then written seven times, and else 1. */
tp_png_status tp_png_writer_start(tp_png_writer *writer, const tp_png_layout *layout,
                                  size_t *row_bytes, int *passes);
tp_png_status tp_png_writer_row(tp_png_writer *writer, const uint8_t *row);
tp_png_status tp_png_writer_finish(tp_png_writer *writer);
const char *tp_png_writer_message(const tp_png_writer *writer);
void tp_png_writer_destroy(tp_png_writer *writer);

const char *tp_png_library_version(void);

#endif
