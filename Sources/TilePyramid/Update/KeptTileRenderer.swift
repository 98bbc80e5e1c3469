import TileModel
import TileRendering

/// A renderer that takes unchanged tiles of the deepest zoom from the updated output; belongs to
/// one thread.
final class KeptTileRenderer: TileRenderer {
  private let base: any TileRenderer
  private let blocks: UnchangedBlocks
  private let step: RenderStep

  init(_ base: any TileRenderer, blocks: UnchangedBlocks, step: RenderStep) {
    self.base = base
    self.blocks = blocks
    self.step = step
  }

  func render(x: Int, y: Int, into samples: UnsafeMutablePointer<UInt8>) throws -> Bool {
    let tileSize = step.metatileSide
    let isRetina = step.options.makesRetinaTiles
    guard blocks.isUnchanged(x: x, y: y),
      let address = step.frame.gridShift.address(
        zoom: step.deepest.zoom - (isRetina ? 1 : 0), column: x, row: y),
      let earlier = try blocks.samples(of: address, tileSize: tileSize, isRetina: isRetina)
    else { return try base.render(x: x, y: y, into: samples) }
    guard earlier.count == 4 * tileSize * tileSize else { return false }
    earlier.withUnsafeBufferPointer { source in
      if let first = source.baseAddress { samples.update(from: first, count: source.count) }
    }
    return true
  }
}
