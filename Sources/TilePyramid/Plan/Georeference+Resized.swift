import RasterSources

extension Georeference {
  /// Where an image is when the same picture has another number of samples.
  func resized(from old: PixelSize, to new: PixelSize) -> Georeference {
    let across = Double(old.width) / Double(new.width)
    let down = Double(old.height) / Double(new.height)
    return Georeference(crs: crs, pixelToCRS: pixelToCRS.resized(across: across, down: down))
  }
}
