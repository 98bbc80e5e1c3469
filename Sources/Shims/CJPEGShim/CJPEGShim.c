#include "CJPEGShim.h"

#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

#ifndef JCS_ALPHA_EXTENSIONS
#error "libjpeg-turbo is needed: the library found cannot deliver RGBA"
#endif

/* More scans than any encoder writes; a small file of many scans would otherwise take minutes. */
#define TP_JPEG_MAX_SCANS 100

struct tp_jpeg_reader {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  tp_jpeg_status fault;
  char message[JMSG_LENGTH_MAX];
};

static void on_error(j_common_ptr info) {
  tp_jpeg_reader *reader = info->client_data;
  info->err->format_message(info, reader->message);
  if (reader->fault == TP_JPEG_OK) {
    reader->fault =
        info->err->msg_code == JERR_INPUT_EOF || info->err->msg_code == JERR_INPUT_EMPTY
            ? TP_JPEG_TRUNCATED
            : TP_JPEG_CORRUPT;
  }
  longjmp(reader->jump, 1);
}

/* A warning is an error only where samples are missing: the data, or the coded samples between two
 * markers, end too early. Other warnings (stray bytes, odd marker lengths) come with files that all
 * programs show. */
static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  tp_jpeg_reader *reader = info->client_data;
  info->err->num_warnings++;
  if (info->err->msg_code == JWRN_JPEG_EOF || info->err->msg_code == JWRN_HIT_MARKER) {
    info->err->format_message(info, reader->message);
    reader->fault = TP_JPEG_TRUNCATED;
    longjmp(reader->jump, 1);
  }
}

static void on_progress(j_common_ptr info) {
  tp_jpeg_reader *reader = info->client_data;
  if (reader->info.input_scan_number > TP_JPEG_MAX_SCANS) {
    snprintf(reader->message, sizeof reader->message, "more than %d scans", TP_JPEG_MAX_SCANS);
    reader->fault = TP_JPEG_CORRUPT;
    longjmp(reader->jump, 1);
  }
}

tp_jpeg_reader *tp_jpeg_reader_create(const uint8_t *bytes, size_t count) {
  if (count > ULONG_MAX) return NULL;
  tp_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->info.err = jpeg_std_error(&reader->errors);
  reader->info.client_data = reader;
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  if (setjmp(reader->jump)) {
    tp_jpeg_reader_destroy(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->info);
  reader->progress.progress_monitor = on_progress;
  reader->info.progress = &reader->progress;
  jpeg_mem_src(&reader->info, bytes, (unsigned long)count);
  return reader;
}

tp_jpeg_status tp_jpeg_reader_header(tp_jpeg_reader *reader, tp_jpeg_header *header) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->jump)) return reader->fault;
  jpeg_read_header(info, TRUE);
  header->width = info->image_width;
  header->height = info->image_height;
  header->is_progressive = jpeg_has_multiple_scans(info) != 0;
  if (info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK) {
    header->samples = info->saw_Adobe_marker ? TP_JPEG_CMYK_INVERTED : TP_JPEG_CMYK;
    info->out_color_space = JCS_CMYK;
  } else {
    header->samples = TP_JPEG_RGBA;
    info->out_color_space = JCS_EXT_RGBA;
  }
  return TP_JPEG_OK;
}

tp_jpeg_status tp_jpeg_reader_decode(tp_jpeg_reader *reader, uint8_t *samples,
                                     size_t maximum_bytes) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->jump)) return reader->fault;
  info->mem->max_memory_to_use = maximum_bytes > LONG_MAX ? LONG_MAX : (long)maximum_bytes;
  jpeg_start_decompress(info);
  while (info->output_scanline < info->output_height) {
    JSAMPROW row = samples + (size_t)4 * info->output_width * info->output_scanline;
    jpeg_read_scanlines(info, &row, 1);
  }
  jpeg_finish_decompress(info);
  return TP_JPEG_OK;
}

const char *tp_jpeg_reader_message(const tp_jpeg_reader *reader) { return reader->message; }

void tp_jpeg_reader_destroy(tp_jpeg_reader *reader) {
  if (reader == NULL) return;
  jpeg_destroy_decompress(&reader->info);
  free(reader);
}
