package import Georeferencing
import TileModel
import TileStorage

extension FloorPictures {
  /// The frame and the floors as JSON; `files` are the names of the pictures in the order of the floors.
  package func json(building: String, files: [String]) -> String {
    let (metres, corners) = (frame.metres, frame.corners)
    func number(_ value: Double, _ decimals: Int) -> JSONValue {
      .number(NumberText.trimmed(value, decimals))
    }
    func position(_ value: GeographicCoordinate) -> JSONValue {
      [
        "latitude": number(value.latitude, Self.decimals),
        "longitude": number(value.longitude, Self.decimals),
      ]
    }
    let floors = zip(layers.map(\.definition), files).map { layer, file -> JSONValue in
      [
        "id": .optional(layer.floor?.id), "name": .string(layer.floor?.name ?? layer.name),
        "level": layer.floor?.level.map { .number($0.storeys) } ?? .null, "file": .string(file),
      ]
    }
    let document: JSONValue = [
      "building": .string(building), "width": .number(frame.size.width),
      "height": .number(frame.size.height), "widthInMetres": number(metres.width, 3),
      "lengthInMetres": number(metres.length, 3), "rotation": number(frame.bearing, 6),
      "center": position(frame.center),
      "corners": [
        "topLeft": position(corners.topLeft), "topRight": position(corners.topRight),
        "bottomRight": position(corners.bottomRight), "bottomLeft": position(corners.bottomLeft),
      ], "floors": .array(floors),
    ]
    return document.text
  }

  /// The overlay of one picture, by its four corners.
  package func kml(of index: Int, file: String) -> String {
    let definition = layers[index].definition
    let corners = frame.corners
    let coordinates = [
      corners.bottomLeft, corners.bottomRight, corners.topRight, corners.topLeft,
    ].map {
      [$0.longitude, $0.latitude].map { NumberText.fixed($0, Self.decimals) }
        .joined(separator: ",")
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <GroundOverlay>
          <name>\(MarkupCharacter.escaped(definition.floor?.name ?? definition.name))</name>
          <Icon><href>\(MarkupCharacter.escaped(file))</href></Icon>
          <gx:LatLonQuad><coordinates>\(coordinates.joined(separator: " "))</coordinates></gx:LatLonQuad>
        </GroundOverlay>
      </kml>

      """
  }

  /// The world file of every picture, in EPSG:3857.
  package var worldFile: String { WorldFile(frame.transform).text }

  /// The system of ``worldFile``.
  package func projection() throws(GeoreferenceError) -> String {
    try CoordinateReferenceSystem.webMercator.projectionFileText()
  }

  /// A tenth of a millimetre.
  private static let decimals = 9
}

extension LayerDefinition {
  /// The corners of the image, or those of the bounds, clockwise from the north west.
  var frameOutline: [GeographicCoordinate] {
    guard outline.isEmpty else { return outline }
    return [
      (bounds.north, bounds.west), (bounds.north, bounds.east), (bounds.south, bounds.east),
      (bounds.south, bounds.west),
    ].map { GeographicCoordinate(latitude: $0, longitude: $1) }
  }
}
