import CLibPROJ
import Georeferencing
import TileModel

/// Unit, scale and offset of elevations in a band of a TIFF.
struct TIFFHeights: Hashable, Sendable {
  struct Unit: Hashable, Sendable {
    let name: String
    /// In metres.
    let metres: Double
  }

  let unit: Unit?
  let scale: Double
  let offset: Double
  private let encoding: ElevationEncoding?

  init(
    _ image: TIFFImage, _ tags: TIFFGeoTags, _ statement: BandStatement,
    _ samples: SampleOptions, path: String
  ) throws(RasterError) {
    guard case .grey = image.layout.color else {
      throw .optionWithoutEffect(
        path: path, option: samples.heightsOption,
        reason: "heights are one band, and the file has colours; `bands` chooses one")
    }
    if let asked = samples.verticalUnit {
      unit = Unit(name: asked.name, metres: asked.metres)
    } else if let name = statement.unit {
      guard let known = Unit(named: name) else { throw .unknownUnit(path: path, found: name) }
      unit = known
    } else {
      unit = try GeoKeys(tags).statedVerticalUnit(path: path)
    }
    encoding = samples.elevationEncoding
    scale = statement.scale ?? 1
    offset = statement.offset ?? 0
  }

  var rule: HeightRule {
    let metres = unit?.metres ?? 1
    var rule = HeightRule(scale: scale * metres, offset: offset * metres)
    if let encoding { rule.least = max(rule.least, encoding.lowest - encoding.precision / 2) }
    return rule
  }

  var detail: RasterDetail {
    var words = unit?.name ?? "metres, as no unit is stated"
    if scale != 1 { words += ", numbers times \(NumberText.shortest(scale))" }
    if offset != 0 { words += ", plus \(NumberText.shortest(offset))" }
    return RasterDetail("heights", words)
  }
}

extension TIFFHeights.Unit {
  init?(named text: String) {
    var words = text.lowercased().replacing("_", with: " ").replacing("meter", with: "metre")
      .replacing("feet", with: "foot").replacing("international ", with: "")
    if words.hasSuffix("s"), words.count > 3 { words.removeLast() }
    // Names of ArcGIS, libLAS and older versions of GDAL.
    let others = ["foot us": "us-ft", "ftus": "us-ft", "sft": "us-ft", "us foot": "us-ft"]
    let name = others[words] ?? words
    if let known = VerticalUnit.allCases.first(where: { $0.rawValue == name || $0.word == name }) {
      self.init(name: known.name, metres: known.metres)
      return
    }
    // PROJ 9.1 has 0.01 m for it.
    if name == "dm" || name == "decimetre" {
      self.init(name: "decimetre", metres: 0.1)
      return
    }
    var count: Int32 = 0
    guard let context = PROJContext(),
      let list = proj_get_units_from_database(context.handle, nil, "linear", 0, &count)
    else { return nil }
    defer { proj_unit_list_destroy(list) }
    for index in 0..<Int(count) {
      guard let unit = list[index]?.pointee else { continue }
      let names = [
        context.text(UnsafePointer(unit.name)), context.text(UnsafePointer(unit.proj_short_name)),
      ]
      if names.contains(where: { $0?.lowercased() == name }) {
        self.init(name: names[0] ?? text, metres: unit.conv_factor)
        return
      }
    }
    return nil
  }
}

extension GeoKeys {
  /// From VerticalUnitsGeoKey, or the system of VerticalGeoKey (OGC GeoTIFF 1.1, 7.5).
  fileprivate func statedVerticalUnit(path: String) throws(RasterError) -> TIFFHeights.Unit? {
    guard let context = PROJContext() else { return nil }
    var metres = 0.0
    var (name, kind): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    func unit() -> TIFFHeights.Unit? {
      let known = VerticalUnit.allCases.first { abs($0.metres - metres) < 1e-8 }
      return metres > 0
        ? TIFFHeights.Unit(name: known?.name ?? context.text(name) ?? "units", metres: metres) : nil
    }
    if let code = registered(.verticalUnit) {
      let isKnown =
        proj_uom_get_info_from_database(
          context.handle, "EPSG", "\(code)", &name, &metres, &kind) != 0
      guard isKnown, context.text(kind) == "linear" else {
        throw .unknownUnit(path: path, found: "EPSG:\(code) in VerticalUnitsGeoKey")
      }
      return unit()
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
