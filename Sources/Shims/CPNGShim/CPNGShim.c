#include "CPNGShim.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

/* The largest side the format has. */
#define TP_PNG_MAX_SIDE 0x7fffffffu
#define TP_PNG_MAX_CACHED_CHUNKS 128

typedef struct {
  int stream_ended;
  char message[160];
} tp_png_fault;

struct tp_png_reader {
  tp_png_fault fault;
  png_structp png;
  png_infop info;
  tp_png_pull pull;
  void *context;
  int flags;
};

static void on_error(png_structp png, png_const_charp message) {
  tp_png_fault *fault = png_get_error_ptr(png);
  if (fault != NULL) snprintf(fault->message, sizeof fault->message, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static tp_png_status status_of(const tp_png_fault *fault) {
  return fault->stream_ended ? TP_PNG_STREAM_ENDED : TP_PNG_CORRUPT;
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  tp_png_reader *reader = png_get_io_ptr(png);
  if (reader->pull(reader->context, bytes, count) != count) {
    reader->fault.stream_ended = 1;
    png_error(png, "the data ends too early");
  }
}

tp_png_reader *tp_png_reader_create(tp_png_pull pull, void *context, int flags) {
  tp_png_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->pull = pull;
  reader->context = context;
  reader->flags = flags;
  reader->png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->fault, on_error, on_warning);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  if (reader->info == NULL) {
    tp_png_reader_destroy(reader);
    return NULL;
  }
  return reader;
}

tp_png_status tp_png_reader_header(tp_png_reader *reader, tp_png_header *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return status_of(&reader->fault);
  png_set_read_fn(png, reader, on_read);
  png_set_user_limits(png, TP_PNG_MAX_SIDE, TP_PNG_MAX_SIDE);
  png_set_chunk_cache_max(png, TP_PNG_MAX_CACHED_CHUNKS);
  /* Skips all chunks but those that shape the samples: no text or profile is stored or inflated, and
   * no gamma or profile changes a sample. What is left (PLTE, tRNS) has a fixed small size, so the
   * bound on a chunk's bytes would only refuse files for metadata that is skipped anyway. */
  png_set_chunk_malloc_max(png, 0);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  /* A damaged tRNS would otherwise be dropped in silence and transparency with it. */
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
#ifdef PNG_MAXIMUM_INFLATE_WINDOW
  /* Some encoders declare a smaller window than they use. */
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
#endif
  png_read_info(png, info);
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->bit_depth = png_get_bit_depth(png, info);
  header->color_type = png_get_color_type(png, info);
  header->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  header->has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  return TP_PNG_OK;
}

tp_png_status tp_png_reader_start(tp_png_reader *reader, size_t *row_bytes, int *passes) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return status_of(&reader->fault);
  *passes = 1;
  if (reader->flags & TP_PNG_DEINTERLACE) *passes = png_set_interlace_handling(png);
  if (!(reader->flags & TP_PNG_AS_STORED)) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  }
  png_read_update_info(png, info);
  *row_bytes = png_get_rowbytes(png, info);
  return TP_PNG_OK;
}

tp_png_status tp_png_reader_row(tp_png_reader *reader, uint8_t *row) {
  if (setjmp(png_jmpbuf(reader->png))) return status_of(&reader->fault);
  png_read_row(reader->png, row, NULL);
  return TP_PNG_OK;
}

tp_png_status tp_png_reader_finish(tp_png_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return status_of(&reader->fault);
  png_read_end(reader->png, NULL);
  return TP_PNG_OK;
}

const char *tp_png_reader_message(const tp_png_reader *reader) { return reader->fault.message; }

void tp_png_reader_destroy(tp_png_reader *reader) {
  if (reader == NULL) return;
  if (reader->png != NULL) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

const char *tp_png_library_version(void) { return png_get_libpng_ver(NULL); }
