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
  /* The pull callback delivered less than was asked for. */
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

const char *tp_png_library_version(void);

#endif
