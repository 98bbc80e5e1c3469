#include "CTIFFTestShim.h"

#include <stdlib.h>
#include <tiffio.h>

tp_test_writer *tp_test_open(const char *path, const char *mode) {
  TIFFSetWarningHandler(NULL);
  return (tp_test_writer *)TIFFOpen(path, mode);
}

int tp_test_has_codec(uint16_t compression) { return TIFFIsCODECConfigured(compression); }

void tp_test_begin(tp_test_writer *writer, const tp_test_tiff *image) {
  static const TIFFFieldInfo tags[] = {
      {42112, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALMetadata"},
      {42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALNoDataValue"}};
  TIFF *tiff = (TIFF *)writer;
  TIFFMergeFieldInfo(tiff, tags, 2);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, image->width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, image->height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, image->bits_per_sample);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, image->samples_per_pixel);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, image->sample_format);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, image->compression);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, image->photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG,
               image->is_planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (image->predictor > 1) TIFFSetField(tiff, TIFFTAG_PREDICTOR, image->predictor);
  if (image->subfile_type) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, image->subfile_type);
  if (image->subsampling) {
    TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, image->subsampling, image->subsampling);
  }
  if (image->orientation) TIFFSetField(tiff, TIFFTAG_ORIENTATION, image->orientation);
  if (image->resolution_unit) {
    TIFFSetField(tiff, TIFFTAG_XRESOLUTION, image->x_resolution);
    TIFFSetField(tiff, TIFFTAG_YRESOLUTION, image->y_resolution);
    TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, image->resolution_unit);
  }
  if (image->extra_kind) {
    int colors = image->photometric == PHOTOMETRIC_RGB ? 3
                 : image->photometric == PHOTOMETRIC_SEPARATED ? 4
                                                               : 1;
    int count = image->samples_per_pixel > colors ? image->samples_per_pixel - colors : 1;
    uint16_t *kinds = calloc((size_t)count, sizeof *kinds);
    if (kinds == NULL) return;
    kinds[count - 1] = (uint16_t)(image->extra_kind - 1);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, count, kinds);
    free(kinds);
  }
  if (image->tile_width) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, image->tile_width);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, image->block_height);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, image->block_height);
  }
  if (image->nodata) TIFFSetField(tiff, 42113, image->nodata);
  if (image->metadata) TIFFSetField(tiff, 42112, image->metadata);
  if (image->largest_sample > 0) {
    TIFFSetField(tiff, TIFFTAG_SMAXSAMPLEVALUE, image->largest_sample);
  }
  if (image->profile) {
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, image->profile_count, image->profile);
  }
}

void tp_test_palette(tp_test_writer *writer, uint16_t *red, uint16_t *green, uint16_t *blue) {
  TIFFSetField((TIFF *)writer, TIFFTAG_COLORMAP, red, green, blue);
}

int64_t tp_test_block_bytes(tp_test_writer *writer) {
  TIFF *tiff = (TIFF *)writer;
  return TIFFIsTiled(tiff) ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
}

void tp_test_jpeg_rgb(tp_test_writer *writer) {
  TIFFSetField((TIFF *)writer, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
}

int tp_test_block(tp_test_writer *writer, uint32_t index, uint8_t *bytes, size_t count) {
  TIFF *tiff = (TIFF *)writer;
  return (TIFFIsTiled(tiff) ? TIFFWriteEncodedTile(tiff, index, bytes, (tmsize_t)count)
                            : TIFFWriteEncodedStrip(tiff, index, bytes, (tmsize_t)count)) >= 0;
}

int tp_test_end(tp_test_writer *writer) { return TIFFWriteDirectory((TIFF *)writer); }

void tp_test_close(tp_test_writer *writer) { TIFFClose((TIFF *)writer); }
