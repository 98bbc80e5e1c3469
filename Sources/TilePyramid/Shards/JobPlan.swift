import Foundation
import Hashing
package import TileModel
package import TileStorage

package struct JobPlan: Hashable, Sendable {
  /// The command or the program that planned the job, as arguments that it alone understands.
  package var arguments: [String]
  /// The folder to which relative paths in ``arguments`` belong, relative to the job or absolute.
  package var folder: String
  package var identity: BuildIdentity
  /// The zooms, the size and the format of tiles, and the inputs, in words.
  package var summary: [String]
  /// The shards, by number.
  package var shards: [PyramidShard]
  static let version = 1
  static let fileName = "plan.json"
  /// Largest file in bytes: a million images take 150 megabytes, ten thousand shards a few.
  static let maximumByteCount = 1 << 30

  /// A hash of the whole plan.
  package var digest: String {
    get throws {
      let hash = Hash128(hashing: Array(try JobDocument(self, digest: "").encoded()))
      return ContentDigest(low: hash.low, high: hash.high).hexadecimal
    }
  }

  func encoded() throws -> [UInt8] {
    Array(try JobDocument(self, digest: try digest).encoded()) + [0x0A]
  }

  init(decoding bytes: [UInt8], path: String) throws {
    let document: JobDocument
    do {
      document = try JSONDecoder().decode(JobDocument.self, from: Data(bytes))
    } catch {
      throw FailureReport.notAPlan(path: path, found: "no plan of a job in JSON")
    }
    guard document.tilepyramid.job == Self.version else {
      throw FailureReport.notAPlan(
        path: path, found: "version \(document.tilepyramid.job) of the plan of a job")
    }
    arguments = document.arguments
    folder = document.folder
    summary = document.summary
    var identity = BuildIdentity()
    for part in document.identity { identity.add(part.name, part.value) }
    self.identity = identity
    shards = document.shards.map { shard in
      PyramidShard(
        parts: shard.parts.map { part in
          ShardPart(step: part.step, roots: TileRange(zoom: part.zoom, x: part.x, y: part.y))
        }, tileCount: shard.tiles, cost: shard.cost, floor: shard.floor, key: shard.key)
    }
    guard try digest == document.digest else { throw FailureReport.changedPlan(path: path) }
  }

  init(
    arguments: [String], folder: String, identity: BuildIdentity, summary: [String],
    shards: [PyramidShard]
  ) {
    self.arguments = arguments
    self.folder = folder
    self.identity = identity
    self.summary = summary
    self.shards = shards
  }
}

/// The plan of a job in JSON.
private struct JobDocument: Codable {
  struct Program: Codable {
    var job: Int
    var version: String
  }

  /// Columns and rows of roots, each from the first to before the last number.
  struct Part: Codable {
    var step: Int
    var zoom: Int
    var x: Range<Int>
    var y: Range<Int>
  }

  struct Shard: Codable {
    var parts: [Part]
    var tiles: Int
    var cost: Double
    var floor: String?
    var key: String
  }

  var tilepyramid: Program
  var summary: [String]
  var arguments: [String]
  var folder: String
  var identity: [BuildIdentity.Part]
  var shards: [Shard]
  var digest: String

  init(_ plan: JobPlan, digest: String) {
    tilepyramid = Program(job: JobPlan.version, version: PyramidBuild.version)
    summary = plan.summary
    arguments = plan.arguments
    folder = plan.folder
    identity = plan.identity.parts
    shards = plan.shards.map { shard in
      Shard(
        parts: shard.parts.map { part in
          Part(step: part.step, zoom: part.roots.zoom, x: part.roots.x, y: part.roots.y)
        }, tiles: shard.tileCount,
        // Rounded to the digits that a reader needs, the same in every file.
        cost: (shard.cost * 1e6).rounded() / 1e6, floor: shard.floor, key: shard.key)
    }
    self.digest = digest
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension FailureReport {
  package static func notAPlan(path: String, found: String) -> FailureReport {
    FailureReport(
      .badInput, "this is no job of this program", at: path, found: found,
      expected: "a folder that plan made", nextStep: "check the path, or plan the job again")
  }

  package static func changedPlan(path: String) -> FailureReport {
    FailureReport(
      .badInput, "the plan of the job was changed after it was made", at: path,
      found: "contents with another digest", expected: "the file as plan wrote it",
      nextStep: "plan the job again")
  }

  package static func noShard(_ number: Int, count: Int) -> FailureReport {
    FailureReport(
      .badInput, "the job has no shard \(number)", found: "\(number)",
      expected: "0 to \(count - 1)", nextStep: "correct the number")
  }

  package static func missingShards(path: String, _ numbers: [Int], count: Int) -> FailureReport {
    FailureReport(
      .badInput, "\(numbers.count) of \(count) shards are missing", at: path,
      found: "no shard " + Self.list(numbers), expected: "all shards of the plan",
      nextStep: "make them, then merge")
  }

  package static func noFloor(_ floor: String, path: String) -> FailureReport {
    FailureReport(
      .badInput, "the building has no floor \(floor), of which a shard is", at: path,
      nextStep: "plan the job again")
  }

  package static func notOfAJob(parameter: String) -> FailureReport {
    FailureReport(
      .badInput, "\(parameter) has no effect with a job", nextStep: "leave \(parameter) out")
  }

  /// The first numbers as runs, such as `0-3,7`.
  package static func list(_ numbers: [Int], upTo limit: Int = 20) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let texts = runs.prefix(limit).map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
    }
    return texts.joined(separator: ",") + (runs.count > limit ? ",…" : "")
  }
}

package struct ShardPart: Hashable, Sendable {
  /// The number of the step in the plan.
  package var step: Int
  /// The roots, in the plan's own columns; see `PyramidPlan.address(zoom:column:row:)`.
  package var roots: TileRange

  package init(step: Int, roots: TileRange) {
    self.step = step
    self.roots = roots
  }
}

package struct PyramidShard: Hashable, Sendable {
  package var parts: [ShardPart]
  /// The tiles of the deepest zoom of its steps that show something of the image, or may.
  package var tileCount: Int
  /// The fraction of all work that it is estimated to be, `0...1`.
  package var cost: Double
  package var floor: String?
  /// A hash of everything that its file depends on: a file of the same is the same shard, in any job.
  package var key = ""
}
