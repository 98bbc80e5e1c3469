import Platform

extension SnapshotShape {
  /// Rings of one direction; joins are round, ends are cut at the path's points.
  package static func stroke(
    of path: [ScreenPoint], width: Double, closed: Bool = false, continues: Bool = false
  ) -> [[ScreenPoint]] {
    // Wider than any picture.
    let half = min(width, Double(SnapshotLimits.maximumSide)) / 2
    // Points that coincide have no direction between them.
    var points: [ScreenPoint] = []
    for point in path where points.last != point { points.append(point) }
    if closed, points.count > 1, points.first != points.last { points += points.prefix(1) }
    guard width.isFinite, half > 0, points.count > 1 else { return [] }
    var rings: [[ScreenPoint]] = []
    for (from, to) in zip(points, points.dropFirst()) {
      let length = hypot(to.x - from.x, to.y - from.y)
      let (dx, dy) = ((to.x - from.x) / length * half, (to.y - from.y) / length * half)
      rings.append([
        ScreenPoint(x: from.x + dy, y: from.y - dx), ScreenPoint(x: to.x + dy, y: to.y - dx),
        ScreenPoint(x: to.x - dy, y: to.y + dx), ScreenPoint(x: from.x - dy, y: from.y + dx),
      ])
    }
    // Narrow pens need no joins: the gap of a bend is below a quarter of a point.
    guard width > 1 else { return rings }
    let joins = points[(closed || !continues ? 1 : 0)..<(points.count - (closed ? 0 : 1))]
    return rings + joins.map { disc($0, radius: half) }
  }

  private static func disc(_ center: ScreenPoint, radius: Double) -> [ScreenPoint] {
    let count = circleSides(radius: radius)
    return (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count)
      return ScreenPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
  }

  /// In 8...4096.
  package static func circleSides(radius: Double) -> Int {
    // A chord over the angle a is r(1 − cos(a/2)) ≈ r·a²/8 off the arc.
    let count = (2 * .pi * (max(radius, 0) / 0.4).squareRoot()).rounded(.up)
    return Int(min(max(count, 8), 4096))
  }
}

extension ScreenProjection {
  package func outline(of ring: [MapOffset]) -> [ScreenPoint] {
    var kept: [MapOffset] = []
    guard var previous = ring.last else { return [] }
    for next in ring {
      if let cut = crossing(previous, next) { kept.append(cut) }
      if isAhead(next) { kept.append(next) }
      previous = next
    }
    return kept.compactMap { point(at: $0) }
  }

  package func pieces(of path: [MapOffset]) -> [[ScreenPoint]] {
    var pieces: [[MapOffset]] = []
    var piece = path.first.map { isAhead($0) ? [$0] : [] } ?? []
    for (from, to) in zip(path, path.dropFirst()) {
      if let cut = crossing(from, to) { piece.append(cut) }
      if isAhead(to) {
        piece.append(to)
      } else if !piece.isEmpty {
        pieces.append(piece)
        piece = []
      }
    }
    return (pieces + [piece]).map { $0.compactMap { point(at: $0) } }.filter { $0.count > 1 }
  }

  private func crossing(_ from: MapOffset, _ to: MapOffset) -> MapOffset? {
    guard isAhead(from) != isAhead(to) else { return nil }
    let (near, far) = (relativeDepth(of: from), relativeDepth(of: to))
    let fraction = (Self.nearDepth - near) / (far - near)
    return MapOffset(
      east: from.east + fraction * (to.east - from.east),
      north: from.north + fraction * (to.north - from.north))
  }

  private func isAhead(_ offset: MapOffset) -> Bool { relativeDepth(of: offset) > Self.nearDepth }

  private static var nearDepth: Double { 1.0 / 16 }
}
