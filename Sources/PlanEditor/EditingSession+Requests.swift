import BuildingManifest
import Drawings
import Georeferencing
import PreviewPage
import RasterSources
import TileModel
package import TileServer

extension EditingSession {
  /// Answers a request.
  ///
  /// All addresses begin with the secret. Its folder is the page, with `?file=` that of another
  /// document. `revision.json` states the revision of its files; `plan/n`, `background/n` and
  /// `built/n` hold tiles, `plan/n.json` lists them, and `background/n.json` has outlines.
  ///
  /// POST to `fit`, `outline`, `like`, `background`, `save` and `build` also needs the secret in the field
  /// `X-TilePyramid-Secret`, this server's `Origin`, and JSON. Only host names of this machine are
  /// accepted.
  package func response(to request: SiteRequest) -> SiteResponse {
    guard let host = request.host, let authority = HostAuthority(host),
      authority.isThisMachine(or: [])
    else { return .misdirected }
    var response = answer(to: request, host: host)
    if response["Content-Length"] == nil {
      response.fields.append(.init("Content-Length", String(response.body.count)))
    }
    if response["Cross-Origin-Resource-Policy"] == nil {
      response.fields.append(.init("Cross-Origin-Resource-Policy", "same-origin"))
    }
    if request.method == "HEAD" { response.body = [] }
    return response
  }

  private func answer(to request: SiteRequest, host: String) -> SiteResponse {
    guard let components = SiteResource.components(of: request.path), components.count >= 2,
      Self.isSame(components[0], secret)
    else { return .notFound }
    let rest = Array(components.dropFirst())
    switch request.method {
    case "GET", "HEAD": return resource(rest, request)
    case "POST":
      guard let said = request.secret, Self.isSame(said, secret),
        request.origin == "http://\(host)"
      else { return .text(403, "Only the page of this session may ask for this.") }
      guard request.contentType == "application/json" else {
        return .text(415, "This is asked for with JSON.")
      }
      guard rest.count == 1 else { return .notFound }
      return action(rest[0], request.body)
    default:
      return .text(405, "There are GET, HEAD and POST.", [.init("Allow", "GET, HEAD, POST")])
    }
  }

  /// Compares in constant time.
  private static func isSame(_ text: String, _ secret: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(secret.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func resource(_ path: [String], _ request: SiteRequest) -> SiteResponse {
    do {
      if (5...6).contains(path.count), let number = Int(path[1]) {
        let site: ServedSite?
        switch path[0] {
        case "plan": site = try plan(number)?.tiles().site
        case ServedGround.key:
          return background(number)?.response(to: request, at: Array(path[2...])) ?? .notFound
        case "built": site = built.withLock { $0.count == number ? $0.tiles?.site : nil }
        default: site = nil
        }
        return site.map { tile($0, path[2...], request) } ?? .notFound
      }
      func said(_ key: String) -> String? {
        request.query.split(separator: "&").first { $0.hasPrefix("\(key)=") }
          .flatMap { percentDecoded(String($0.dropFirst(key.count + 1))) }
      }
      let name = said("file") ?? ""
      switch (path.count, path[0]) {
      case (1, ""): return try page(of: name)
      case (1, "revision.json"):
        guard let target = target(name) else { return .notFound }
        let other = target.freeName(for: said("mode").flatMap(EditState.Mode.init) ?? .hand)
        return .json(
          200,
          .members([
            ("revision", .string(try target.revision())), ("elsewhere", .string(other)),
          ]))
      case (2, "plan"):
        guard let number = Self.number(ofDocument: path[1]), let plan = plan(number),
          let layer = try plan.tiles().site.pageLayers(base: "plan/\(number)/").first
        else { return .notFound }
        return .json(200, MapPage.value(of: layer, identifier: plan.name))
      case (2, ServedGround.key):
        guard let index = Self.number(ofDocument: path[1]) else { return .notFound }
        return background(index)?.response(to: request, at: []) ?? .notFound
      default: return .notFound
      }
    } catch let error as any ReportableError {
      // The secret was told: this is the person's own page.
      return .text(422, error.report.description)
    } catch {
      return .fault(error)
    }
  }

  private static func number(ofDocument name: String) -> Int? {
    guard let index = Int(name.prefix { $0 != "." }), name == "\(index).json" else { return nil }
    return index
  }

  private func tile(
    _ site: ServedSite, _ path: ArraySlice<String>, _ request: SiteRequest
  ) -> SiteResponse {
    var inner = request
    inner.path = "/" + path.joined(separator: "/")
    return site.response(to: inner, allowedOrigin: .none)
  }

  private func action(_ name: String, _ body: [UInt8]) -> SiteResponse {
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONParser.value(of: body) } catch {
      return .text(400, "This is no JSON.")
    }
    guard let edition = shown(value["edition"]?.text), let edit = Edit(value, edition) else {
      return .text(400, "This is no state of a session.")
    }
    do {
      switch name {
      case "fit": return .json(200, try fit(edit))
      case "outline": return .json(200, try outline(value, edition.plans[edit.plan].plan))
      case "like": return .json(200, try like(edit))
      case "background":
        if let text = value["add"]?.text { try add(text) }
        if value["keep"] == .boolean(true) { try add(keepOutline(of: edit)) }
        if let number = value["remove"]?.integer { removeBackground(number) }
        return .json(200, .members([]))
      case "save": return try save(edit, value)
      case "build": return .json(200, try build(edit))
      default: return .notFound
      }
    } catch let error as any ReportableError {
      return .json(422, .members([("error", .string(error.report.description))]))
    } catch {
      return .fault(error)
    }
  }

  private func fit(_ edit: Edit) throws -> JSONValue {
    if let building = edit.edition.building { return try answer(to: edit, in: building) }
    do throws(GeoreferenceError) {
      let plan = edit.edition.plans[edit.plan].plan
      let resolved = try edit.state.resolved(for: plan)
      return EditAnswer(resolved, of: edit.state, size: plan.raster.size).value
    } catch {
      return .members([("error", .string(error.report.description))])
    }
  }

  private func save(_ edit: Edit, _ value: JSONValue) throws -> SiteResponse {
    guard let file = value["file"]?.text, let target = target(file),
      let revision = value["revision"]?.text
    else { return .text(400, "This does not say what it is to replace.") }
    do {
      guard let name = value["name"]?.text else {
        return .json(200, try save(edit, file, target, from: revision))
      }
      let other = try target.named(name)
      return .json(200, try save(edit, name, other, from: other.revision()))
    } catch let error as EditError where error.isConflict {
      return .json(
        409,
        .members([
          ("error", .string(error.report.description)),
          ("elsewhere", .string(target.freeName(for: edit.state.mode))),
        ]))
    }
  }

  private func save(
    _ edit: Edit, _ name: String, _ target: EditTarget, from revision: String
  ) throws -> JSONValue {
    let (state, plan) = (edit.state, edit.edition.plans[edit.plan].plan)
    let saved: (paths: [String], revision: String)
    var kind: TransformKind?
    if let building = edit.edition.building {
      func names(_ backgrounds: [String]) -> [String] {
        backgrounds.map { EditBackground.name(of: $0, besides: target.paths.points) }
      }
      let names = (shown: names(backgrounds.map(\.shown.text)), known: names(building.backgrounds))
      saved = try target.write(
        [
          (
            target.paths.points,
            try building.text(
              edit.changed,
              beneath: names.shown == names.known ? nil : names.shown)
          )
        ], from: revision)
    } else {
      var resolved = try state.resolved(for: plan)
      try resolved.cut(along: try state.imageOutline)
      saved = try target.save(
        GeoreferencedImage(raster: plan.raster, resolved: resolved), state.mode, from: revision)
      kind = resolved.fit?.kind
    }
    note(name, target, state, revision: saved.revision)
    return .members([
      ("paths", .array(saved.paths.map(JSONValue.string))),
      ("command", .string(try command(state, target.path(of: state.mode), kind))),
      ("file", .string(name)), ("revision", .string(saved.revision)),
    ])
  }

  private func build(_ edit: Edit) throws -> JSONValue {
    let (state, plan) = (edit.state, edit.edition.plans[edit.plan].plan)
    var set = ControlPointSet(crs: .webMercator, points: state.points)
    var kind = state.kind
    switch state.mode {
    case .points: break
    case .hand: (set, kind) = (Self.corners(of: state.hand, plan.raster.size), .affine)
    case .align:
      let found = try resolved(edit)
      guard let points = found.controlPoints else {
        throw EditError.noReference(state.reference ?? "")
      }
      (set, kind) = (points, found.fit?.kind)
    }
    var image = plan.placed(by: .controlPoints(set, kind: kind))
    image.outline = try state.imageOutline
    let tiles = try BuiltTiles(of: image, in: folder)
    let index = built.withLock { built in
      built.tiles?.remove()
      built = (tiles, built.count + 1)
      return built.count
    }
    let layers = try tiles.site.pageLayers(base: "built/\(index)/")
    return .members([
      ("layers", .array(layers.map { MapPage.value(of: $0, identifier: "built \(index)") }))
    ])
  }

  /// The placement of a plan, which depends on other floors where it is aligned with one.
  func resolved(_ edit: Edit) throws -> ResolvedGeoreference {
    let (state, building) = (edit.state, edit.edition.building)
    guard state.mode == .align else {
      return try state.resolved(for: edit.edition.plans[edit.plan].plan)
    }
    let placed = try building?.placed(edit.all)[building?.floors[edit.plan].id ?? ""]
    guard let found = try placed?.get().resolved else {
      throw EditError.noReference(state.reference ?? "")
    }
    return found
  }

  /// Control points at the corners of an image, which an affine transform passes through.
  private static func corners(of transform: AffineTransform, _ size: PixelSize) -> ControlPointSet {
    let (width, height) = (Double(size.width), Double(size.height))
    let points = [(0, 0), (width, 0), (width, height), (0, height)].map { x, y in
      let pixel = PixelPoint(x: x, y: y)
      return ControlPoint(pixel: pixel, position: transform.apply(pixel))
    }
    return ControlPointSet(crs: .webMercator, points: points)
  }
}

extension JSONValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}

extension SiteResponse {
  /// A document that is never cached.
  static func json(_ status: Int, _ value: JSONValue) -> SiteResponse {
    SiteResponse(
      status: status,
      fields: [
        Field("Content-Type", "application/json"), Field("Cache-Control", "no-store"),
        Field("X-Content-Type-Options", "nosniff"),
      ], body: Array(value.line.utf8))
  }
}
