import Foundation
import Georeferencing
package import PreviewPage
package import RasterSources
import TileImaging
package import TileModel
package import TileRendering
package import TileStorage

/// One layer of a build: the image, its plan, and the contents of its layer definition.
///
/// Only this type makes the definition of a built layer, so that it agrees with the tiles.
package struct LayerBuild: Sendable {
  package let image: GeoreferencedImage
  package let plan: PyramidPlan
  package let encoding: PyramidEncoding
  package let store: StoreFormat
  package let templates: TileTemplates
  package let scheme: TileScheme
  package let description: LayerDescription
  package let controlPoints: [LayerDefinition.ControlPoint]
  private let sources: LayerDefinition.Sources?

  package init(
    of image: GeoreferencedImage, options: PyramidOptions, encoding: PyramidEncoding,
    store: StoreFormat, templates: TileTemplates, scheme: TileScheme,
    description: LayerDescription, controlPoints: [LayerDefinition.ControlPoint],
    sources: LayerDefinition.Sources? = nil, resources: BuildResources
  ) throws {
    self.sources = sources
    if image.resolved.imageGrid != nil, !options.clips.isEmpty {
      throw FailureReport(
        .badInput, "an area has no effect on tiles of an image that is nowhere on the globe",
        found: "`clipBounds` or `cutline`", nextStep: "leave it out; `outline` counts pixels")
    }
    var options = options
    options.clips += image.resolved.clips
    options.sampleKind = encoding.elevation == nil ? .colors : .heights
    guard !options.makesRetinaTiles || !store.isFile else {
      throw FailureReport(
        .badInput, "\(store.noun) cannot hold retina tiles beside the others",
        found: "one tile at each address, as the standard of \(store.title) has it",
        expected: "a folder of tiles",
        nextStep: "write a folder, or two files: one with `tileSize` 256, one with `tileSize` 512")
    }
    if image.resolved.imageGrid != nil {
      if let zoom = options.maximumZoom {
        throw FailureReport(
          .badInput, "`maximumZoom` has no effect on tiles of the image itself",
          found: "`maximumZoom` \(zoom)", expected: "the pixels of the image at the deepest zoom",
          nextStep: "leave `maximumZoom` out")
      }
      guard store.holdsImageGrids else { throw FailureReport.imageGridStore(store) }
    }
    plan = try PyramidPlan(
      for: image.raster, georeference: image.resolved.georeference, options: options
    ).fitting(resources, encoding: encoding)
    guard plan.deepest.zoom <= store.maximumZoom else {
      throw FailureReport.tooDeep(store, zoom: plan.deepest.zoom)
    }
    self.image = image
    self.encoding = encoding
    self.store = store
    self.templates = templates
    self.scheme = scheme
    self.description = description
    self.controlPoints = controlPoints
  }

  package func layout(
    hardLinks: Bool, layerFile: String = "layer.json"
  ) -> DirectoryTileWriter.Layout {
    DirectoryTileWriter.Layout(
      template: templates.standard, retinaTemplate: templates.retina, scheme: scheme,
      hardLinks: hardLinks, layerFile: layerFile)
  }

  package func definition(of record: PyramidRecord) -> LayerDefinition {
    let file = URL(fileURLWithPath: plan.path).deletingPathExtension().lastPathComponent
    return LayerDefinition(
      name: description.name ?? file, description: description.description,
      attribution: description.attribution, version: description.version, kind: description.kind,
      format: encoding.baseFormat, tileSize: plan.options.tileSize, scheme: scheme,
      urlTemplate: description.urlTemplate ?? (store.isFile ? nil : templates.standard.relativeURL),
      imageGrid: image.resolved.imageGrid, bounds: plan.bounds,
      outline: image.resolved.outline(of: plan.size), controlPoints: controlPoints,
      sources: sources, floor: description.floor, zIndex: description.zIndex,
      opacity: description.opacity,
      overviewResampling: plan.isDrawn ? "rendered" : plan.options.overviewName,
      rendering: LayerDefinition.Rendering(of: plan, encoding: encoding),
      background: encoding.background.map { "\($0)FF" }, elevation: encoding.elevation,
      digest: record.digest,
      coverage: record.coverage, formatCoverage: encoding.formatCoverage(of: record),
      retina: templates.retina.map { template in
        let record = record.retina ?? PyramidRecord()
        return LayerDefinition.Retina(
          urlTemplate: description.retinaURLTemplate ?? template.relativeURL, digest: record.digest,
          coverage: record.coverage, formatCoverage: encoding.formatCoverage(of: record))
      })
  }

  /// The parts of the definition that do not follow from the tiles.
  var identity: BuildIdentity {
    let layer = definition(of: PyramidRecord())
    var settings = PyramidSettings()
    settings.layer = description
    (settings.layer.name, settings.floor) = (layer.name, layer.floor?.id)
    var identity = BuildIdentity()
    identity.add(settings, of: LayerSettings.self)
    identity.add("`urlTemplate`", layer.urlTemplate?.text)
    identity.add("the URLs of retina tiles", layer.retina?.urlTemplate?.text)
    return identity
  }

  /// Refuses, before any tile is made, a definition that a document cannot hold.
  package func checkDefinition(for path: String) throws(TileStorageError) {
    _ = try rethrowing(try LayerDefinitionDocument(definition(of: PyramidRecord())).encoded()) {
      TileStorageError.layerDocument($0, path: path)
    }
  }

  package func pageLayer(_ definition: LayerDefinition) -> MapPage.Layer {
    MapPage.Layer(
      definition, tiles: templates.standard.relativeURL.withVersionToken(definition.versionToken))
  }

  package func earlierTiles(
    in store: (any TileReader)?, at path: String
  ) throws(FailureReport) -> EarlierTiles {
    guard let store else { return EarlierTiles(nil, path: path) }
    guard let definition = store.definition else {
      throw FailureReport(
        .badInput, "the output has no layer definition that can be read", at: path,
        found: store.definitionFault?.report.what, expected: "a build of this program",
        nextStep: "name another output")
    }
    var pairs = [
      ("`format`", definition.formatName, encoding.formatName),
      ("`tileSize`", "\(definition.tileSize.rawValue)", "\(plan.options.tileSize.rawValue)"),
      ("`scheme`", definition.scheme.rawValue, scheme.rawValue),
      ("`encoding`", definition.elevation?.words ?? "none", encoding.elevation?.words ?? "none"),
      (
        "`makesRetinaTiles`", definition.retina == nil ? "not given" : "given",
        plan.options.makesRetinaTiles ? "given" : "not given"
      ),
    ]
    if let earlier = store.tilePath, !self.store.isFile {
      pairs.append(("`tilePath`", earlier.text, templates.standard.text))
      if let earlier = store.retina?.tilePath, let now = templates.retina {
        pairs.append(("`tilePath`", earlier.text, now.text))
      }
    }
    for (parameter, earlier, now) in pairs where earlier != now {
      throw .differs(path: path, parameter: parameter, earlier: earlier, now: now)
    }
    guard plan.bounds.meets(definition.bounds) else {
      throw FailureReport(
        .badInput, "the output shows another area than the image", at: path,
        expected: "an output of the same image, or of an earlier version of it",
        nextStep: "correct the placement, or replace all of the output with `overwrite`")
    }
    return EarlierTiles(store, path: path)
  }
}

extension LayerDefinition.Rendering {
  package init(of plan: PyramidPlan, encoding: PyramidEncoding) {
    // The deepest zoom is made first.
    let step = plan.steps[0]
    func sides(_ size: PixelSize) -> [Int] { [size.width, size.height] }
    let grids = step.sheets.map { sheet in
      Grid(
        number: sheet.index, rasterSize: sides(sheet.step.size),
        averagedBlock: sides(sheet.step.averagedBlock))
    }
    let quality = encoding.opaque.quality ?? encoding.other.quality
    self.init(
      resampling: plan.options.resampling.rawValue, rasterSize: sides(step.size),
      averagedBlock: sides(step.averagedBlock), grids: grids.count > Self.listedGrids ? [] : grids,
      featherWidth: step.featherWidth, quality: quality,
      effort: quality == nil ? nil : encoding.effort.rawValue, mixesLight: step.mixesLight)
  }
}

extension FailureReport {
  package static func differs(path: String, parameter: String, earlier: String, now: String)
    -> FailureReport
  {
    FailureReport(
      .badInput, "the output was built with another \(parameter)", at: path, found: earlier,
      expected: now,
      nextStep: "give \(parameter) as before, or replace all of the output with `overwrite`")
  }
}

extension LayerDefinition.Elevation {
  fileprivate var words: String {
    noDataHeight.map { "\(encoding.rawValue), \($0) m for nodata" } ?? encoding.rawValue
  }
}

extension GeographicBounds {
  /// Both areas may cross the antimeridian.
  fileprivate func meets(_ other: GeographicBounds) -> Bool {
    guard south <= other.north, other.south <= north else { return false }
    return mercatorBounds.contains { own in
      other.mercatorBounds.contains { own.minX <= $0.maxX && $0.minX <= own.maxX }
    }
  }
}
