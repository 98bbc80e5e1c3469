import CLibPROJ
import TileModel

/// What a TIFF says of the heights in one of its bands.
struct TIFFHeights: Hashable, Sendable {
  /// A unit of heights.
  struct Unit: Hashable, Sendable {
    let name: String
    /// Its length in metres.
    let metres: Double
  }

  /// The unit of the heights; `nil` where none is stated, which is taken as the metre.
  let unit: Unit?
  /// By what numbers are multiplied to be heights in ``unit``, and what is added then.
  let scale: Double
  let offset: Double
  private let encoding: ElevationEncoding?

  /// Reads what the tags say.
  ///
  /// - Parameters:
  ///   - image: The image, of whose bands the first that is drawn holds heights.
  ///   - tags: Its georeference.
  ///   - metadata: GDAL's metadata.
  ///   - samples: What a caller asks for.
  ///   - path: The file, for messages.
  /// - Throws: ``RasterError/optionWithoutEffect(path:option:reason:)`` for an image of colours.
  init(
    _ image: TIFFImage, _ tags: TIFFGeoTags, _ metadata: TIFFBandMetadata,
    _ samples: SampleOptions, path: String
  ) throws(RasterError) {
    guard case .grey = image.layout.color, let first = image.layout.colorBands.first else {
      throw .optionWithoutEffect(
        path: path, option: samples.heightsOption,
        reason: "heights are one band, and the file has colours; `bands` chooses one")
    }
    let band = first + 1
    let stated = samples.verticalUnit ?? metadata.units[band].flatMap(VerticalUnit.init(name:))
    unit = stated.map { Unit(name: $0.name, metres: $0.metres) } ?? GeoKeys(tags).statedVerticalUnit
    encoding = samples.elevationEncoding
    scale = metadata.scales[band] ?? 1
    offset = metadata.offsets[band] ?? 0
  }

  /// What makes heights in metres of the band's numbers.
  var rule: HeightRule {
    let metres = unit?.metres ?? 1
    var rule = HeightRule(scale: scale * metres, offset: offset * metres)
    if let encoding { rule.least = max(rule.least, encoding.lowest - encoding.precision / 2) }
    return rule
  }

  /// The unit and the scale in words.
  var detail: RasterDetail {
    var words = unit?.name ?? "metres, as no unit is stated"
    if scale != 1 { words += ", numbers times \(NumberText.shortest(scale))" }
    if offset != 0 { words += ", plus \(NumberText.shortest(offset))" }
    return RasterDetail("heights", words)
  }
}

extension GeoKeys {
  /// The unit of heights by VerticalUnitsGeoKey, or that of the system of VerticalGeoKey (OGC GeoTIFF 1.1,
  /// 7.5); `nil` where they state none, or one that is not in the registry.
  fileprivate var statedVerticalUnit: TIFFHeights.Unit? {
    guard let context = PROJContext() else { return nil }
    var metres = 0.0
    var name: UnsafePointer<CChar>?
    func unit() -> TIFFHeights.Unit? {
      let known = VerticalUnit.allCases.first { abs($0.metres - metres) < 1e-8 }
      return metres > 0
        ? TIFFHeights.Unit(name: known?.name ?? context.text(name) ?? "units", metres: metres) : nil
    }
    if let code = registered(.verticalUnit) {
      let isKnown =
        proj_uom_get_info_from_database(context.handle, "EPSG", "\(code)", &name, &metres, nil) != 0
      return isKnown ? unit() : nil
    }
    guard let code = registered(.verticalSystem),
      let system = PROJObject(
        proj_create_from_database(
          context.handle, "EPSG", "\(code)", PJ_CATEGORY_CRS, 0, nil), in: context),
      let axes = PROJObject(
        proj_crs_get_coordinate_system(context.handle, system.handle), in: context)
    else { return nil }
    let last = proj_cs_get_axis_count(context.handle, axes.handle) - 1
    guard last >= 0,
      proj_cs_get_axis_info(
        context.handle, axes.handle, last, nil, nil, nil, &metres, &name, nil, nil) != 0
    else { return nil }
    return unit()
  }
}
