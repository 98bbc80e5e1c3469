import TileModel

/// A projection method of a GeoTIFF (OGC GeoTIFF 1.1, key 3075) in well-known text of version 1.
struct GeoKeyMethod {
  /// A parameter: its name in the text, its keys, and its default, of an angle in degrees.
  private struct Parameter {
    let name: String
    let keys: [GeoKeys.Key]
    let standard: Double

    /// Without a key's unit the unit of the text is meant.
    func value(in keys: GeoKeys, units: GeoKeyUnits, radiansPerUnit: Double) -> Double {
      let found = self.keys.lazy.compactMap { keys.number($0) }.first
      let stated: Double?
      switch self.keys.first {
      case .originScale, .falseEasting, .falseNorthing: return found ?? standard
      case .azimuth, .gridAngle: stated = units.azimuth
      default: stated = units.angle
      }
      guard let found else { return standard * .pi / 180 / radiansPerUnit }
      return found * (stated ?? radiansPerUnit) / radiansPerUnit
    }

    init(_ name: String, _ keys: GeoKeys.Key..., standard: Double = 0) {
      (self.name, self.keys, self.standard) = (name, keys, standard)
    }
  }

  private let name: String
  private let parameters: [Parameter]

  init?(code: UInt16, keys: GeoKeys) {
    // Writers disagree on which of several keys holds a parameter, so each has alternatives.
    let originLatitude = Parameter(
      "latitude_of_origin", .originLatitude, .centerLatitude, .falseOriginLatitude)
    let meridian = Parameter(
      "central_meridian", .originLongitude, .centerLongitude, .falseOriginLongitude, .poleLongitude)
    let centerLatitude = Parameter(
      "latitude_of_center", .centerLatitude, .originLatitude, .falseOriginLatitude)
    let centerLongitude = Parameter(
      "longitude_of_center", .centerLongitude, .originLongitude, .falseOriginLongitude)
    let falseLatitude = Parameter(
      "latitude_of_origin", .falseOriginLatitude, .originLatitude, .centerLatitude)
    let falseMeridian = Parameter(
      "central_meridian", .falseOriginLongitude, .originLongitude, .centerLongitude)
    let parallel1 = Parameter("standard_parallel_1", .standardParallel1)
    let parallel2 = Parameter("standard_parallel_2", .standardParallel2)
    let scale = Parameter("scale_factor", .originScale, .centerScale, standard: 1)
    let easting = Parameter("false_easting", .falseEasting, .falseOriginEasting, .centerEasting)
    let northing = Parameter(
      "false_northing", .falseNorthing, .falseOriginNorthing, .centerNorthing)
    let shift = [easting, northing]
    let oblique = [centerLatitude, centerLongitude, Parameter("azimuth", .azimuth)]
    // Without the key libgeotiff takes a right angle.
    let gridAngle = Parameter("rectified_grid_angle", .gridAngle, standard: 90)
    switch code {
    case 1: self.init("Transverse_Mercator", [originLatitude, meridian, scale] + shift)
    case 3: self.init("Hotine_Oblique_Mercator", oblique + [gridAngle, scale] + shift)
    case 4: self.init("Laborde_Oblique_Mercator", oblique + [scale] + shift)
    case 5: self.init("Swiss_Oblique_Cylindrical", [centerLatitude, centerLongitude] + shift)
    // EPSG's code, and libgeotiff's here; GDAL writes Swiss projections as this one.
    case 9815:
      self.init("Hotine_Oblique_Mercator_Azimuth_Center", oblique + [gridAngle, scale] + shift)
    case 7 where keys.number(.standardParallel1) != nil:
      self.init("Mercator_2SP", [parallel1, originLatitude, meridian] + shift)
    case 7: self.init("Mercator_1SP", [originLatitude, meridian, scale] + shift)
    case 8:
      self.init(
        "Lambert_Conformal_Conic_2SP", [parallel1, parallel2, falseLatitude, falseMeridian] + shift)
    case 9: self.init("Lambert_Conformal_Conic_1SP", [originLatitude, meridian, scale] + shift)
    case 10: self.init("Lambert_Azimuthal_Equal_Area", [centerLatitude, centerLongitude] + shift)
    case 11:
      self.init(
        "Albers_Conic_Equal_Area", [parallel1, parallel2, centerLatitude, centerLongitude] + shift)
    case 12: self.init("Azimuthal_Equidistant", [centerLatitude, centerLongitude] + shift)
    case 13:
      self.init(
        "Equidistant_Conic", [parallel1, parallel2, centerLatitude, centerLongitude] + shift)
    case 14: self.init("Stereographic", [originLatitude, meridian, scale] + shift)
    case 15:
      let pole = Parameter("central_meridian", .poleLongitude, .originLongitude)
      self.init("Polar_Stereographic", [originLatitude, pole, scale] + shift)
    case 16: self.init("Oblique_Stereographic", [originLatitude, meridian, scale] + shift)
    case 17: self.init("Equirectangular", [parallel1, originLatitude, meridian] + shift)
    case 18: self.init("Cassini_Soldner", [originLatitude, meridian] + shift)
    case 19: self.init("Gnomonic", [originLatitude, meridian] + shift)
    case 20: self.init("Miller_Cylindrical", [centerLatitude, centerLongitude] + shift)
    case 21: self.init("Orthographic", [originLatitude, meridian] + shift)
    case 22: self.init("Polyconic", [originLatitude, meridian] + shift)
    case 23: self.init("Robinson", [centerLongitude] + shift)
    case 24: self.init("Sinusoidal", [centerLongitude] + shift)
    case 25: self.init("VanDerGrinten", [meridian] + shift)
    case 26: self.init("New_Zealand_Map_Grid", [originLatitude, meridian] + shift)
    case 27:
      self.init("Transverse_Mercator_South_Orientated", [originLatitude, meridian, scale] + shift)
    case 28: self.init("Cylindrical_Equal_Area", [parallel1, meridian] + shift)
    default: return nil
    }
  }

  private init(_ name: String, _ parameters: [Parameter]) {
    (self.name, self.parameters) = (name, parameters)
  }

  func text(
    systemName: String, base: String, radiansPerUnit: Double, keys: GeoKeys, units: GeoKeyUnits
  ) -> String {
    let values = parameters.map { parameter in
      let value = parameter.value(in: keys, units: units, radiansPerUnit: radiansPerUnit)
      return "PARAMETER[\"\(parameter.name)\",\(NumberText.plain(value))]"
    }
    return "PROJCS[\"\(systemName.withoutQuotes)\",\(base),PROJECTION[\"\(name)\"],"
      + values.joined(separator: ",") + ",UNIT[\"unit\",\(NumberText.plain(units.length ?? 1))]]"
  }
}

extension String {
  /// Removes quotes and line ends, which would end a name in well-known text.
  var withoutQuotes: String { String(prefix(100).filter { $0 != "\"" && !$0.isNewline }) }
}
