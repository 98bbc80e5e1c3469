#include "CTIFFShim.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <tiffio.h>

/* The first version whose handles have handlers of their own. */
#define TP_HAS_OPEN_OPTIONS (TIFFLIB_VERSION >= 20221213)

struct tp_tiff {
  TIFF *tiff;
  int descriptor;
  uint64_t start;
  uint64_t size;
  uint64_t position;
  int failure;
  int past_end;
  char message[512];
};

static void keep_message(tp_tiff *handle, const char *module, const char *format, va_list arguments) {
  (void)module;
  if (handle == NULL || handle->message[0] != 0) return;
  vsnprintf(handle->message, sizeof handle->message, format, arguments);
}

#if TP_HAS_OPEN_OPTIONS
static int on_error(TIFF *tiff, void *data, const char *module, const char *format,
                    va_list arguments) {
  (void)tiff;
  keep_message(data, module, format, arguments);
  return 1;
}

static int on_warning(TIFF *tiff, void *data, const char *module, const char *format,
                      va_list arguments) {
  (void)tiff, (void)data, (void)module, (void)format, (void)arguments;
  return 1;
}
#else
/* Older libraries have one handler for all, which is told the handle that a file was opened with. */
static void on_any_error(thandle_t data, const char *module, const char *format,
                         va_list arguments) {
  keep_message((tp_tiff *)data, module, format, arguments);
}

static void install_handlers(void) {
  TIFFSetErrorHandler(NULL);
  TIFFSetWarningHandler(NULL);
  TIFFSetErrorHandlerExt(on_any_error);
}
#endif

static tmsize_t read_bytes(thandle_t data, void *bytes, tmsize_t count) {
  tp_tiff *handle = (tp_tiff *)data;
  tmsize_t done = 0;
  uint64_t left = handle->position < handle->size ? handle->size - handle->position : 0;
  if ((uint64_t)count > left) {
    handle->past_end = 1;
    count = (tmsize_t)left;
  }
  while (done < count) {
    ssize_t result = pread(handle->descriptor, (char *)bytes + done, (size_t)(count - done),
                           (off_t)(handle->start + handle->position));
    if (result > 0) {
      done += result;
      handle->position += (uint64_t)result;
    } else if (result == 0) {
      handle->past_end = 1;
      break;
    } else if (errno != EINTR) {
      handle->failure = errno;
      break;
    }
  }
  return done;
}

static tmsize_t write_bytes(thandle_t data, void *bytes, tmsize_t count) {
  (void)data, (void)bytes, (void)count;
  return 0;
}

static toff_t seek_to(thandle_t data, toff_t offset, int whence) {
  tp_tiff *handle = (tp_tiff *)data;
  uint64_t target = offset;
  if (whence == SEEK_CUR) target += handle->position;
  if (whence == SEEK_END) target += handle->size;
  if (target > INT64_MAX) {
    handle->past_end = 1;
    return (toff_t)-1;
  }
  handle->position = target;
  return target;
}

static int close_nothing(thandle_t data) {
  (void)data;
  return 0;
}

static toff_t file_size(thandle_t data) { return ((tp_tiff *)data)->size; }

tp_tiff *tp_tiff_open(int descriptor, uint64_t start, uint64_t file_bytes,
                      size_t maximum_allocation) {
  tp_tiff *handle = calloc(1, sizeof *handle);
  if (handle == NULL) return NULL;
  handle->descriptor = descriptor;
  handle->start = start;
  handle->size = file_bytes;
  /* m: no memory mapping. */
#if TP_HAS_OPEN_OPTIONS
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (options == NULL) {
    free(handle);
    return NULL;
  }
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, handle);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, handle);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)maximum_allocation);
  handle->tiff = TIFFClientOpenExt("", "rm", (thandle_t)handle, read_bytes, write_bytes, seek_to,
                                   close_nothing, file_size, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
#else
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_handlers);
  (void)maximum_allocation;
  handle->tiff = TIFFClientOpen("", "rm", (thandle_t)handle, read_bytes, write_bytes, seek_to,
                                close_nothing, file_size, NULL, NULL);
#endif
  return handle;
}

int tp_tiff_is_open(const tp_tiff *handle) { return handle->tiff != NULL; }

void tp_tiff_close(tp_tiff *handle) {
  if (handle == NULL) return;
  if (handle->tiff != NULL) TIFFClose(handle->tiff);
  free(handle);
}

const char *tp_tiff_message(const tp_tiff *handle) { return handle->message; }
int tp_tiff_read_failure(const tp_tiff *handle) { return handle->failure; }
int tp_tiff_read_past_end(const tp_tiff *handle) { return handle->past_end; }

void tp_tiff_clear(tp_tiff *handle) {
  handle->message[0] = 0;
  handle->past_end = 0;
}

int tp_tiff_is_big(tp_tiff *handle) {
  uint8_t start[4] = {0};
  if (pread(handle->descriptor, start, sizeof start, (off_t)handle->start) != (ssize_t)sizeof start) return 0;
  return start[2] == 43 || start[3] == 43;
}

int tp_tiff_is_big_endian(tp_tiff *handle) { return TIFFIsBigEndian(handle->tiff); }

int tp_tiff_set_first_directory(tp_tiff *handle) { return TIFFSetDirectory(handle->tiff, 0); }

int tp_tiff_next_directory(tp_tiff *handle) {
  return !TIFFLastDirectory(handle->tiff) && TIFFReadDirectory(handle->tiff);
}

int tp_tiff_set_directory_at(tp_tiff *handle, uint64_t offset) {
  return TIFFSetSubDirectory(handle->tiff, offset);
}

uint64_t tp_tiff_directory_offset(tp_tiff *handle) {
  return TIFFCurrentDirOffset(handle->tiff);
}

size_t tp_tiff_subdirectories(tp_tiff *handle, uint64_t *offsets, size_t capacity) {
  uint16_t count = 0;
  const uint64_t *stored = NULL;
  if (!TIFFGetField(handle->tiff, TIFFTAG_SUBIFD, &count, &stored) || stored == NULL) return 0;
  for (size_t index = 0; index < count && index < capacity; index++) offsets[index] = stored[index];
  return count;
}

void tp_tiff_describe(tp_tiff *handle, tp_tiff_image *image) {
  TIFF *tiff = handle->tiff;
  memset(image, 0, sizeof *image);
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &image->width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &image->height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &image->bits_per_sample);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &image->samples_per_pixel);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &image->sample_format);
  image->has_photometric = TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &image->photometric) != 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &image->compression);
  /* Sizes below are those of the samples that this asks for. */
  if (image->compression == COMPRESSION_JPEG && image->photometric == PHOTOMETRIC_YCBCR) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  image->predictor = 1;
  if (image->compression == COMPRESSION_LZW || image->compression == COMPRESSION_ADOBE_DEFLATE ||
      image->compression == COMPRESSION_DEFLATE || image->compression == COMPRESSION_ZSTD ||
      image->compression == COMPRESSION_LZMA) {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PREDICTOR, &image->predictor);
  }
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &image->orientation);
  TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &image->x_resolution);
  TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &image->y_resolution);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &image->resolution_unit);
  image->ink_set = INKSET_CMYK;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &image->ink_set);
  const uint16_t *kinds = NULL;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &image->extra_samples, &kinds);
  for (uint16_t index = 0; kinds != NULL && index < image->extra_samples; index++) {
    if (kinds[index] != EXTRASAMPLE_ASSOCALPHA && kinds[index] != EXTRASAMPLE_UNASSALPHA) continue;
    image->alpha_sample = (uint16_t)(index + 1);
    image->alpha_kind = kinds[index];
    break;
  }
  TIFFGetFieldDefaulted(tiff, TIFFTAG_YCBCRSUBSAMPLING, &image->ycbcr_subsampling[0],
                        &image->ycbcr_subsampling[1]);
  uint16_t largest = 0;
  if (TIFFGetField(tiff, TIFFTAG_MAXSAMPLEVALUE, &largest)) image->largest_sample = largest;
  double stated = 0;
  if (TIFFGetField(tiff, TIFFTAG_SMAXSAMPLEVALUE, &stated) && stated > image->largest_sample) {
    image->largest_sample = stated;
  }
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &image->subfile_type);
  uint16_t planar = PLANARCONFIG_CONTIG;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
  image->is_planar = planar == PLANARCONFIG_SEPARATE && image->samples_per_pixel > 1;
  image->is_tiled = TIFFIsTiled(tiff) != 0;
  image->has_codec = TIFFIsCODECConfigured(image->compression) != 0;
  if (image->is_tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &image->block_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &image->block_height);
    image->block_count = TIFFNumberOfTiles(tiff);
    image->block_bytes = TIFFTileSize64(tiff);
  } else {
    image->block_width = image->width;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &image->block_height);
    if (image->block_height > image->height) image->block_height = image->height;
    image->block_count = TIFFNumberOfStrips(tiff);
    image->block_bytes = TIFFStripSize64(tiff);
  }
  image->row_bytes = TIFFScanlineSize64(tiff);
}

int tp_tiff_palette(tp_tiff *handle, const uint16_t **red, const uint16_t **green,
                    const uint16_t **blue) {
  return TIFFGetField(handle->tiff, TIFFTAG_COLORMAP, red, green, blue) && *red && *green && *blue;
}

/* Finds the values of a tag of variable length; returns their number. */
static size_t find_values(TIFF *tiff, uint32_t tag, const void **values, TIFFDataType *type) {
  const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (field == NULL) return 0;
  *type = TIFFFieldDataType(field);
  *values = NULL;
  if (TIFFFieldPassCount(field)) {
    if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
      uint32_t count = 0;
      if (!TIFFGetField(tiff, tag, &count, values) || *values == NULL) return 0;
      return count;
    }
    uint16_t count = 0;
    if (!TIFFGetField(tiff, tag, &count, values) || *values == NULL) return 0;
    return count;
  }
  if (*type != TIFF_ASCII) return 0;
  if (!TIFFGetField(tiff, tag, values) || *values == NULL) return 0;
  return strlen(*values);
}

size_t tp_tiff_numbers(tp_tiff *handle, uint32_t tag, double *numbers, size_t capacity) {
  const void *values = NULL;
  TIFFDataType type = TIFF_NOTYPE;
  size_t count = find_values(handle->tiff, tag, &values, &type);
  for (size_t index = 0; index < count && index < capacity; index++) {
    switch (type) {
      case TIFF_BYTE: numbers[index] = ((const uint8_t *)values)[index]; break;
      case TIFF_SHORT: numbers[index] = ((const uint16_t *)values)[index]; break;
      case TIFF_SSHORT: numbers[index] = ((const int16_t *)values)[index]; break;
      case TIFF_LONG: numbers[index] = ((const uint32_t *)values)[index]; break;
      case TIFF_SLONG: numbers[index] = ((const int32_t *)values)[index]; break;
      case TIFF_FLOAT: numbers[index] = (double)((const float *)values)[index]; break;
      case TIFF_DOUBLE: numbers[index] = ((const double *)values)[index]; break;
      default: return 0;
    }
  }
  return count;
}

size_t tp_tiff_text(tp_tiff *handle, uint32_t tag, char *text, size_t capacity) {
  const void *values = NULL;
  TIFFDataType type = TIFF_NOTYPE;
  size_t count = find_values(handle->tiff, tag, &values, &type);
  if (count == 0 || (type != TIFF_ASCII && type != TIFF_BYTE && type != TIFF_UNDEFINED)) return 0;
  memcpy(text, values, count < capacity ? count : capacity);
  return count;
}

int tp_tiff_block_offset(tp_tiff *handle, uint32_t index, uint64_t *offset, uint64_t *count) {
  int fault = 0;
  *offset = TIFFGetStrileOffsetWithErr(handle->tiff, index, &fault);
  if (fault) return 0;
  *count = TIFFGetStrileByteCountWithErr(handle->tiff, index, &fault);
  return !fault;
}

int64_t tp_tiff_read_block(tp_tiff *handle, uint32_t index, uint8_t *bytes, size_t count) {
  TIFF *tiff = handle->tiff;
  return TIFFIsTiled(tiff) ? TIFFReadEncodedTile(tiff, index, bytes, (tmsize_t)count)
                           : TIFFReadEncodedStrip(tiff, index, bytes, (tmsize_t)count);
}

int tp_tiff_can_convert(tp_tiff *handle) {
  char message[1024] = "";
  if (TIFFRGBAImageOK(handle->tiff, message)) return 1;
  if (handle->message[0] == 0) snprintf(handle->message, sizeof handle->message, "%.500s", message);
  return 0;
}

int tp_tiff_read_block_rgba(tp_tiff *handle, uint32_t x, uint32_t y, uint32_t *pixels) {
  TIFF *tiff = handle->tiff;
  uint32_t width = 0, height = 0;
  /* The conversion would turn an image of another orientation, block by block. */
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  if (TIFFIsTiled(tiff)) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    if (!TIFFReadRGBATileExt(tiff, x, y, pixels, 1)) return 0;
  } else {
    uint32_t image_height = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &image_height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &height);
    if (height > image_height - y) height = image_height - y;
    if (!TIFFReadRGBAStripExt(tiff, y, pixels, 1)) return 0;
  }
  /* Rows come from the bottom, samples as the bytes of a word. */
  for (uint32_t upper = 0, lower = height; upper < lower; upper++) {
    lower--;
    uint32_t *a = pixels + (size_t)upper * width, *b = pixels + (size_t)lower * width;
    for (uint32_t column = 0; column < width; column++) {
      uint32_t first = a[column], second = b[column];
      uint8_t *p = (uint8_t *)(a + column), *q = (uint8_t *)(b + column);
      p[0] = TIFFGetR(second), p[1] = TIFFGetG(second), p[2] = TIFFGetB(second);
      p[3] = TIFFGetA(second);
      q[0] = TIFFGetR(first), q[1] = TIFFGetG(first), q[2] = TIFFGetB(first);
      q[3] = TIFFGetA(first);
    }
  }
  return 1;
}

int tp_tiff_read_row(tp_tiff *handle, uint32_t row, uint16_t plane, uint8_t *bytes) {
  return TIFFReadScanline(handle->tiff, bytes, row, plane) == 1;
}

const char *tp_tiff_library_version(void) { return TIFFGetVersion(); }
