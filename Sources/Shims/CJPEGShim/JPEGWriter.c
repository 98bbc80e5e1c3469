#include "CJPEGShim.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

#define TP_JPEG_FIRST_BUFFER 32768

struct tp_jpeg_writer {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf jump;
  tp_jpeg_status fault;
  uint8_t *buffer;
  size_t capacity;
};

static void on_error(j_common_ptr info) {
  tp_jpeg_writer *writer = info->client_data;
  writer->fault = info->err->msg_code == JERR_OUT_OF_MEMORY ? TP_JPEG_TOO_LARGE : TP_JPEG_CORRUPT;
  longjmp(writer->jump, 1);
}

static void on_message(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

static void begin_output(j_compress_ptr info) {
  tp_jpeg_writer *writer = info->client_data;
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = writer->capacity;
}

/* Called when the buffer is full, whatever `free_in_buffer` says. */
static boolean grow_output(j_compress_ptr info) {
  tp_jpeg_writer *writer = info->client_data;
  size_t used = writer->capacity;
  uint8_t *larger = realloc(writer->buffer, 2 * used);
  if (larger == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  writer->buffer = larger;
  writer->capacity = 2 * used;
  writer->destination.next_output_byte = larger + used;
  writer->destination.free_in_buffer = used;
  return TRUE;
}

static void end_output(j_compress_ptr info) { (void)info; }

tp_jpeg_writer *tp_jpeg_writer_create(void) {
  tp_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->buffer = malloc(TP_JPEG_FIRST_BUFFER);
  writer->capacity = TP_JPEG_FIRST_BUFFER;
  writer->info.err = jpeg_std_error(&writer->errors);
  writer->info.client_data = writer;
  writer->errors.error_exit = on_error;
  writer->errors.emit_message = on_message;
  if (writer->buffer == NULL || setjmp(writer->jump)) {
    tp_jpeg_writer_destroy(writer);
    return NULL;
  }
  jpeg_create_compress(&writer->info);
  writer->destination.init_destination = begin_output;
  writer->destination.empty_output_buffer = grow_output;
  writer->destination.term_destination = end_output;
  writer->info.dest = &writer->destination;
  return writer;
}

tp_jpeg_status tp_jpeg_writer_encode(tp_jpeg_writer *writer, const uint8_t *samples,
                                     uint32_t width, uint32_t height, const tp_jpeg_form *form,
                                     const uint8_t **bytes, size_t *count) {
  struct jpeg_compress_struct *info = &writer->info;
  if (setjmp(writer->jump)) {
    jpeg_abort_compress(info);
    return writer->fault;
  }
  info->image_width = width;
  info->image_height = height;
  info->input_components = 4;
  info->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(info);
  jpeg_set_colorspace(info, form->is_grey ? JCS_GRAYSCALE : JCS_YCbCr);
  jpeg_set_quality(info, form->quality, TRUE);
  int factor = form->halves_chroma && !form->is_grey ? 2 : 1;
  info->comp_info[0].h_samp_factor = factor;
  info->comp_info[0].v_samp_factor = factor;
  info->optimize_coding = form->optimizes_codes != 0;
  if (form->is_progressive) jpeg_simple_progression(info);
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < info->image_height) {
    JSAMPROW row = (JSAMPROW)(samples + (size_t)4 * width * info->next_scanline);
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
  *bytes = writer->buffer;
  *count = (size_t)(writer->destination.next_output_byte - writer->buffer);
  return TP_JPEG_OK;
}

void tp_jpeg_writer_destroy(tp_jpeg_writer *writer) {
  if (writer == NULL) return;
  jpeg_destroy_compress(&writer->info);
  free(writer->buffer);
  free(writer);
}

#define TP_TEXT_OF(name) #name
#define TP_TEXT(name) TP_TEXT_OF(name)

const char *tp_jpeg_library_version(void) { return TP_TEXT(LIBJPEG_TURBO_VERSION); }
