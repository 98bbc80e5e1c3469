import BuildingManifest
import Foundation
import Georeferencing
import PreviewPage
import RasterSources
import TileModel
import TileServer

extension EditingSession {
  func page(of name: String) throws -> SiteResponse {
    let edition = try edition(of: name)
    return SiteResponse(
      status: 200,
      fields: [
        .init("Content-Type", "text/html; charset=utf-8"), .init("Cache-Control", "no-store"),
        .init("X-Content-Type-Options", "nosniff"), .init("Referrer-Policy", "no-referrer"),
        .init("Cross-Origin-Opener-Policy", "same-origin"),
        .init("Content-Security-Policy", contentSecurityPolicy),
      ], body: Array(try html(edition).utf8))
  }

  /// Allows the contents of the page, this server, and images from the user's own tile URLs.
  private var contentSecurityPolicy: String {
    let origins = Set(backgrounds.compactMap(\.shown.origin)).sorted()
    return """
      default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; \
      img-src \((["'self'", "data:"] + origins).joined(separator: " "))
      """
  }

  private func html(_ edition: Edition) throws -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>\(MarkupCharacter.escaped("Place \(title(of: edition))"))</title>
    <link rel="icon" href="\(MapPage.icon)">
    <style>
    \(MapPage.style)\(Self.text(PackageResources.editor_css))</style>
    </head>
    <body>
    \(Self.text(PackageResources.editor_html))
    <script type="application/json" id="page-data">\(try data(edition).line)</script>
    <script>
    "use strict";
    \(MapPage.mapScript)
    \(MapPage.groundScript)
    \(Self.script)</script>
    </body>
    </html>

    """
  }

  private func title(of edition: Edition) -> String {
    let name = edition.building.map { URL(fileURLWithPath: $0.path).lastPathComponent }
    return name ?? edition.plans[0].plan.name
  }

  private func value(ofPlan index: Int, in edition: Edition) -> JSONValue {
    let (number, plan) = edition.plans[index]
    let floor = edition.building?.floors[index]
    return .members([
      ("id", .string(floor?.id ?? plan.name)), ("name", .string(floor?.name ?? plan.name)),
      ("number", .number(number)),
      (
        "size",
        .array([JSONValue.number(plan.raster.size.width), .number(plan.raster.size.height)])
      ),
      ("dpi", plan.dotsPerInch.map(JSONValue.number) ?? .null),
      ("state", edition.starts[index].value),
    ])
  }

  private func data(_ edition: Edition) throws -> JSONValue {
    .members([
      ("name", .string(title(of: edition))), ("secret", .string(secret)),
      ("file", .string(edition.name)), ("revision", .string(edition.revision)),
      ("edition", .string(edition.identifier)),
      ("isBuilding", .boolean(edition.building != nil)),
      ("plans", .array(edition.plans.indices.map { value(ofPlan: $0, in: edition) })),
      (
        "backgrounds",
        .array(
          try backgrounds.map { number, shown in
            try shown.value(number: number, beneath: edition.building?.floors)
          })
      ),
    ])
  }

  /// The scripts, each before those that use it.
  private static var script: String {
    [
      PackageResources.placement_js, PackageResources.overlay_js, PackageResources.handles_js,
      PackageResources.outline_js, PackageResources.measure_js, PackageResources.corners_js,
      PackageResources.loupe_js, PackageResources.panes_js, PackageResources.plan_js,
      PackageResources.map_js, PackageResources.typed_js, PackageResources.panel_js,
      PackageResources.files_js, PackageResources.backgrounds_js, PackageResources.floors_js,
      PackageResources.editor_js,
    ].map(text).joined(separator: "\n")
  }

  private static func text(_ resource: [UInt8]) -> String {
    String(decoding: resource, as: UTF8.self)
  }
}
