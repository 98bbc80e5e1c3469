import TileImaging

extension RasterError {
  /// What a fault of the decoder means for a file: when the file could not be read, that is the cause.
  init(_ fault: PNGRowDecoder.Fault, in file: InputFile) {
    if file.failure != 0 {
      self = .cannotRead(path: file.path, code: file.failure)
      return
    }
    switch fault {
    case .ended: self = .truncated(path: file.path)
    case .corrupt(let detail): self = .corrupt(path: file.path, detail: detail)
    case .outOfMemory: self = .outOfMemory(path: file.path)
    }
  }
}
