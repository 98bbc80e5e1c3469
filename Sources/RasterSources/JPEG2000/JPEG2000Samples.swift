/// The samples of an image, with the components of the codestream that they come from.
struct JPEG2000Samples: Sendable {
  /// Layout of the channels in the file.
  let layout: SampleLayout
  /// Layout of decoded rows, with bands in the order of `components`.
  let rowLayout: SampleLayout
  /// Indices into the components of the codestream, by band of a row.
  let components: [Int]
  /// The file's colours are luma and chroma; rows are converted to RGB.
  let isYCC: Bool
  let hasClearEntries: Bool
  let selection: BandSelection?

  private enum ColorSpace {
    static let inks = 12
    static let sRGB = 16
    static let grey = 17
    static let sYCC = 18
  }

  init(
    _ file: JPEG2000File, _ components: [JPEG2000Codestream.Component], bands: BandSelection?,
    path: String
  ) throws(RasterError) {
    func unsupported(_ what: String) -> RasterError {
      .samplesNotSupported(path: path, found: what)
    }
    func corrupt(_ detail: String) -> RasterError { .corrupt(path: path, detail: detail) }
    let channels =
      file.channels ?? components.indices.map { JPEG2000File.Channel(component: $0, column: nil) }
    guard channels.allSatisfy({ $0.component < components.count }) else {
      throw corrupt("a channel of a component that is not there")
    }
    func component(_ band: Int) -> JPEG2000Codestream.Component {
      components[channels[band].component]
    }
    let isYCC = Self.isYCC(file, components)
    self.isYCC = isYCC
    let count = try Self.colorCount(file, channels: channels.count, path: path)
    var colorBands = Array(0..<count)
    var alphaBand: Int?
    var isPremultiplied = false
    for definition in file.definitions where definition.channel < channels.count {
      switch definition.kind {
      case 0 where (1...count).contains(definition.association):
        colorBands[definition.association - 1] = definition.channel
      case 1, 2:
        alphaBand = definition.channel
        isPremultiplied = definition.kind == 2
      default: break
      }
    }
    guard !colorBands.contains(where: { $0 == alphaBand }), Set(colorBands).count == count else {
      throw corrupt("a channel that is two things at once")
    }
    let color: SampleLayout.Color =
      count == 4 ? .inks : count == 3 ? .rgb : .grey(isInverted: false)
    var layout = SampleLayout(
      bitsPerSample: component(colorBands[0]).bits, samplesPerPixel: channels.count,
      format: component(colorBands[0]).isSigned && !isYCC ? .signed : .unsigned, color: color,
      colorBands: colorBands, alphaBand: alphaBand, isPremultiplied: isPremultiplied,
      fillsBytes: true)
    var isClear = false
    if let palette = file.palette {
      try Self.apply(palette, channels, to: &layout, path: path)
      if case .palette(let entries) = layout.color {
        isClear = entries.contains { $0 >> 24 < 255 }
      }
    }
    hasClearEntries = isClear
    if let bands {
      if isYCC {
        throw .optionWithoutEffect(
          path: path, option: "`bands`", reason: "the samples are converted as a whole")
      }
      try layout.select(bands, path: path)
      layout.bitsPerSample = component(layout.colorBands[0]).bits
      layout.format = component(layout.colorBands[0]).isSigned ? .signed : .unsigned
    }
    let first = component(layout.colorBands[0])
    guard layout.bitsPerSample <= 16 else {
      throw unsupported("\(layout.bitsPerSample)-bit samples")
    }
    guard first.columnStep == 1, first.rowStep == 1 else {
      throw unsupported("a first band of less resolution than the image")
    }
    let colors = layout.colorBands.map(component)
    guard colors.allSatisfy({ $0.bits == first.bits && (isYCC || $0.isSigned == first.isSigned) })
    else { throw unsupported("colours of several depths, or with and without a sign") }
    if let alpha = layout.alphaBand, component(alpha).isSigned || component(alpha).bits > 16 {
      throw unsupported("alpha of \(component(alpha).bits) bits, or with a sign")
    }
    self.layout = layout
    selection = bands
    let used = layout.colorBands + (layout.alphaBand.map { [$0] } ?? [])
    self.components = used.map { channels[$0].component }
    var rowLayout = layout
    rowLayout.samplesPerPixel = used.count
    rowLayout.colorBands = Array(layout.colorBands.indices)
    rowLayout.alphaBand = layout.alphaBand == nil ? nil : used.count - 1
    self.rowLayout = rowLayout
  }

  /// A file that states no colour space has luma and chroma where its chroma is subsampled.
  private static func isYCC(
    _ file: JPEG2000File, _ components: [JPEG2000Codestream.Component]
  ) -> Bool {
    guard components.count >= 3, file.palette == nil else { return false }
    if let space = file.colorSpace { return space == ColorSpace.sYCC }
    return file.profile.isEmpty && components[0].columnStep == 1 && components[1].columnStep == 2
      && components[2].columnStep == 2
  }

  private static func colorCount(
    _ file: JPEG2000File, channels: Int, path: String
  ) throws(RasterError) -> Int {
    let count: Int
    switch file.colorSpace {
    case ColorSpace.inks: count = 4
    case ColorSpace.sRGB, ColorSpace.sYCC: count = 3
    case ColorSpace.grey: count = 1
    case let space?:
      throw .samplesNotSupported(path: path, found: "the colour space number \(space)")
    case nil where file.profile.count >= 20:
      switch String(decoding: file.profile[16..<20], as: UTF8.self) {
      case "GRAY": count = 1
      case "RGB ": count = 3
      case "CMYK": count = 4
      case let space:
        throw .samplesNotSupported(path: path, found: "the colour space \(space) of a profile")
      }
    case nil: count = channels >= 3 ? 3 : 1
    }
    // One band that is said to be RGB is grey everywhere.
    return count <= channels ? count : 1
  }

  private static func apply(
    _ palette: JPEG2000File.Palette, _ channels: [JPEG2000File.Channel],
    to layout: inout SampleLayout, path: String
  ) throws(RasterError) {
    let columns = layout.colorBands.compactMap { channels[$0].column }
    let index = channels[layout.colorBands[0]].component
    guard columns.count == layout.colorBands.count, columns.count != 4,
      layout.colorBands.allSatisfy({ channels[$0].component == index })
    else {
      throw .samplesNotSupported(path: path, found: "a palette of other colours than grey and RGB")
    }
    guard layout.format == .unsigned, layout.bitsPerSample <= 16 else {
      throw .samplesNotSupported(path: path, found: "entries of a palette with a sign")
    }
    let alpha = layout.alphaBand.flatMap { channels[$0].column }
    // Alpha beside the entries has the depth of the rows, and is seldom coarser than 8 bits.
    layout.bitsPerSample = max(8, layout.bitsPerSample)
    let entries = (0..<1 << layout.bitsPerSample).map { entry -> UInt32 in
      let opacity = alpha.map { palette.byte(entry, ofColumn: $0) } ?? 255
      if opacity == 0 { return 0 }
      let bytes = (0..<3).map { palette.byte(entry, ofColumn: columns[min($0, columns.count - 1)]) }
      return UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
        | UInt32(opacity) << 24
    }
    layout.color = .palette(entries)
    layout.colorBands = [layout.colorBands[0]]
    if alpha != nil { layout.alphaBand = nil }
  }
}
