#include "CJPEGShim.h"

#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jerror.h>
#include <jpeglib.h>

#ifndef JCS_ALPHA_EXTENSIONS
#error "libjpeg-turbo is needed: the library found cannot deliver RGBA"
#endif

/* More scans than any encoder writes; a small file of many scans would otherwise take minutes. */
#define TP_JPEG_MAX_SCANS 100

#define TP_JPEG_BUFFER 65536

struct tp_jpeg_reader {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  tp_jpeg_status fault;
  /* Only while an image is begun. */
  tp_jpeg_stop stop;
  void *stop_context;
  char message[JMSG_LENGTH_MAX];
  /* Only for a reader of a file. */
  struct jpeg_source_mgr source;
  uint8_t *buffer;
  int64_t position;
  int descriptor;
  int read_failure;
  int is_begun;
  int lacks_end;
};

static tp_jpeg_status status_of(int code) {
  switch (code) {
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY: return TP_JPEG_TRUNCATED;
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED: return TP_JPEG_UNSUPPORTED;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: return TP_JPEG_TOO_LARGE;
    default: return TP_JPEG_CORRUPT;
  }
}

static void on_error(j_common_ptr info) {
  tp_jpeg_reader *reader = info->client_data;
  info->err->format_message(info, reader->message);
  if (reader->fault == TP_JPEG_OK) {
    reader->fault = status_of(info->err->msg_code);
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
  /* In a source file, codes that do not exist, and many that belong to no block, are damage as well. */
  if (reader->buffer != NULL &&
      (info->err->msg_code == JWRN_HUFF_BAD_CODE ||
       (info->err->msg_code == JWRN_EXTRANEOUS_DATA && info->err->msg_parm.i[0] >= 64 &&
        info->err->msg_parm.i[1] == 0xD9))) {
    info->err->format_message(info, reader->message);
    reader->fault = TP_JPEG_CORRUPT;
    longjmp(reader->jump, 1);
  }
  if (info->err->msg_code == JWRN_JPEG_EOF || info->err->msg_code == JWRN_HIT_MARKER) {
    info->err->format_message(info, reader->message);
    reader->fault = TP_JPEG_TRUNCATED;
    longjmp(reader->jump, 1);
  }
}

static void on_progress(j_common_ptr info) {
  tp_jpeg_reader *reader = info->client_data;
  if (reader->stop != NULL && reader->stop(reader->stop_context)) {
    reader->fault = TP_JPEG_STOPPED;
    longjmp(reader->jump, 1);
  }
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

static void begin_source(j_decompress_ptr info) { (void)info; }

static boolean fill_buffer(j_decompress_ptr info) {
  tp_jpeg_reader *reader = info->client_data;
  ssize_t count;
  do {
    count = pread(reader->descriptor, reader->buffer, TP_JPEG_BUFFER, (off_t)reader->position);
  } while (count < 0 && errno == EINTR);
  if (count < 0) reader->read_failure = errno;
  /* Of arithmetic codes the library does not tell that any are missing. */
  if (count < 0 || (count == 0 && (!reader->is_begun || info->arith_code))) {
    ERREXIT(info, JERR_INPUT_EOF);
  }
  if (count == 0) {
    /* A decoder that needs more bits than came before the marker warns. */
    reader->buffer[0] = 0xFF;
    reader->buffer[1] = JPEG_EOI;
    reader->lacks_end = 1;
    count = 2;
  }
  reader->position += count;
  reader->source.next_input_byte = reader->buffer;
  reader->source.bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_bytes(j_decompress_ptr info, long count) {
  tp_jpeg_reader *reader = info->client_data;
  if (count <= 0) return;
  if ((size_t)count > reader->source.bytes_in_buffer) {
    reader->position += count - (long)reader->source.bytes_in_buffer;
    reader->source.bytes_in_buffer = 0;
  } else {
    reader->source.next_input_byte += count;
    reader->source.bytes_in_buffer -= (size_t)count;
  }
}

static void end_source(j_decompress_ptr info) { (void)info; }

tp_jpeg_reader *tp_jpeg_reader_open(int descriptor) {
  tp_jpeg_reader *reader = tp_jpeg_reader_create((const uint8_t *)"", 1);
  if (reader == NULL) return NULL;
  reader->buffer = malloc(TP_JPEG_BUFFER);
  if (reader->buffer == NULL) {
    tp_jpeg_reader_destroy(reader);
    return NULL;
  }
  reader->descriptor = descriptor;
  reader->source.init_source = begin_source;
  reader->source.fill_input_buffer = fill_buffer;
  reader->source.skip_input_data = skip_bytes;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = end_source;
  reader->info.src = &reader->source;
  if (setjmp(reader->jump)) {
    tp_jpeg_reader_destroy(reader);
    return NULL;
  }
  jpeg_save_markers(&reader->info, JPEG_APP0 + 1, 0xFFFF);
  return reader;
}

int tp_jpeg_reader_read_failure(const tp_jpeg_reader *reader) { return reader->read_failure; }

const uint8_t *tp_jpeg_reader_exif(const tp_jpeg_reader *reader, size_t *count) {
  static const uint8_t name[6] = {'E', 'x', 'i', 'f', 0, 0};
  for (jpeg_saved_marker_ptr marker = reader->info.marker_list; marker != NULL;
       marker = marker->next) {
    if (marker->marker == JPEG_APP0 + 1 && marker->data_length > sizeof name &&
        memcmp(marker->data, name, sizeof name) == 0) {
      *count = marker->data_length - sizeof name;
      return marker->data + sizeof name;
    }
  }
  return NULL;
}

/* Whether the scans that were read hold every bit of every component. */
static int has_all_scans(j_decompress_ptr info) {
  for (int index = 0; index < info->num_components; index++) {
    /* Set by the first scan of a component. */
    if (info->comp_info[index].quant_table == NULL) return 0;
    for (int bit = 0; info->coef_bits != NULL && bit < DCTSIZE2; bit++) {
      if (info->coef_bits[index][bit] != 0) return 0;
    }
  }
  return 1;
}

tp_jpeg_status tp_jpeg_reader_begin(tp_jpeg_reader *reader, uint32_t denominator,
                                    size_t maximum_bytes, tp_jpeg_stop stop, void *context) {
  struct jpeg_decompress_struct *info = &reader->info;
  reader->stop = stop;
  reader->stop_context = context;
  if (setjmp(reader->jump)) {
    reader->stop = NULL;
    return reader->fault;
  }
  info->mem->max_memory_to_use = maximum_bytes > LONG_MAX ? LONG_MAX : (long)maximum_bytes;
  info->scale_num = 1;
  info->scale_denom = denominator;
  reader->is_begun = 1;
  jpeg_start_decompress(info);
  reader->stop = NULL;
  if (reader->lacks_end && jpeg_has_multiple_scans(info) && !has_all_scans(info)) {
    reader->fault = TP_JPEG_TRUNCATED;
    return reader->fault;
  }
  return TP_JPEG_OK;
}

tp_jpeg_status tp_jpeg_reader_row(tp_jpeg_reader *reader, uint8_t *samples) {
  if (setjmp(reader->jump)) return reader->fault;
  JSAMPROW row = samples;
  jpeg_read_scanlines(&reader->info, &row, 1);
  return TP_JPEG_OK;
}

tp_jpeg_status tp_jpeg_reader_finish(tp_jpeg_reader *reader) {
  if (setjmp(reader->jump)) return reader->fault;
  jpeg_finish_decompress(&reader->info);
  return TP_JPEG_OK;
}

tp_jpeg_status tp_jpeg_reader_header(tp_jpeg_reader *reader, tp_jpeg_header *header) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->jump)) return reader->fault;
  jpeg_read_header(info, TRUE);
  header->width = info->image_width;
  header->height = info->image_height;
  header->is_progressive = jpeg_has_multiple_scans(info) != 0;
  header->components = (uint8_t)info->num_components;
  if (info->saw_JFIF_marker) {
    header->density_unit = info->density_unit;
    header->x_density = info->X_density;
    header->y_density = info->Y_density;
  }
  header->coefficient_bytes = 0;
  for (int index = 0; index < info->num_components; index++) {
    const jpeg_component_info *component = &info->comp_info[index];
    header->coefficient_bytes +=
        (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
  }
  if (info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK) {
    header->samples = TP_JPEG_CMYK;
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
  free(reader->buffer);
  free(reader);
}
