import TileModel

extension MapPage {
  /// The page as HTML.
  public var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="generator" content="TilePyramid">
    <meta http-equiv="Content-Security-Policy" content="\(contentSecurityPolicy)">
    <title>\(MarkupCharacter.escaped(title))</title>
    <link rel="icon" href="\(Self.icon)">
    <style>
    \(Self.style)</style>
    </head>
    <body>
    \(Self.text(PackageResources.page_html))
    <script type="application/json" id="page-data">\(data.line)</script>
    <script>
    "use strict";
    \(Self.mapScript)
    \(ground == nil ? "" : Self.groundScript + "\n")\(Self.script)</script>
    </body>
    </html>

    """
  }

  var title: String {
    if let building { return building.name }
    guard let only = layers.first, layers.count == 1 else { return "Floors" }
    return only.label
  }

  /// The scripts, each before those that use it.
  private static var script: String {
    [text(PackageResources.controls_js), text(PackageResources.main_js)].joined(separator: "\n")
  }

  /// The parts of the script of pages that show something beneath.
  package static var groundScript: String {
    [text(PackageResources.vectors_js), text(PackageResources.ground_js)].joined(separator: "\n")
  }

  /// The scripts of every page with a map: tiles, view, gestures and drawing.
  package static var mapScript: String {
    [
      PackageResources.elements_js, PackageResources.mercator_js, PackageResources.layer_js,
      PackageResources.tiles_js,
      PackageResources.view_js, PackageResources.gestures_js, PackageResources.drawing_js,
    ].map(text).joined(separator: "\n")
  }

  package static var style: String { text(PackageResources.page_css) }

  /// Allows the contents of the page, and images from the origins of its tiles.
  private var contentSecurityPolicy: String {
    let origins = layers.compactMap { Self.origin(of: $0.tiles.text) } + (ground?.origins ?? [])
    let sources = ["'self'", "file:", "data:"] + Set(origins).sorted()
    return """
      default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'; img-src \(sources.joined(separator: " "))\
      \(ground == nil ? "" : "; connect-src 'self'")
      """
  }

  package static func origin(of url: String) -> String? {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1].isEmpty, ["http:", "https:"].contains(parts[0].lowercased())
    else { return nil }
    // A placeholder in the host stands for anything, and credentials are not part of an origin.
    let host = parts[2].split(separator: "@").last ?? ""
    let isPlain = host.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-.:[]".utf8.contains(byte)
    }
    return isPlain && !host.isEmpty ? "\(parts[0].lowercased())//\(host)" : nil
  }

  /// An embedded icon, so that browsers request none.
  package static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    + "%3Cpath fill='%230a62d0' d='M5 1h6v4H5zM3 6h4.5v4H3zm5.5 0H13v4H8.5zM1 11h4v4H1zm5 0h4v4H6z"
    + "m5 0h4v4h-4z'/%3E%3C/svg%3E"

  private static func text(_ resource: [UInt8]) -> String {
    String(decoding: resource, as: UTF8.self)
  }
}

extension MapPage.Layer {
  var label: String { definition.floor?.name ?? definition.name }
}
