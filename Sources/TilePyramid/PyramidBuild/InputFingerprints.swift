import Georeferencing
import Hashing
package import RasterSources
public import TileModel
import TileRendering
public import TileStorage

/// Detects inputs that change during a build, and finds the cause of a failure.
package struct InputFingerprints: Sendable {
  private struct Source {
    var path: String
    var fingerprint: SourceFingerprint
    var floor: String?
  }

  private var sources: [Source] = []
  /// Largest number of files whose contents are compared.
  private static let readLimit = 256

  package init() {}

  /// Must be called before anything else is read of the file, so that no later change goes
  /// unnoticed.
  package mutating func add(_ file: SourceFile, floor: String? = nil) throws {
    add(file.path, try SourceFingerprint(file), floor: floor)
  }

  /// Takes a state from before the first read.
  package mutating func add(
    _ path: String, _ fingerprint: SourceFingerprint, floor: String? = nil
  ) {
    sources.append(Source(path: path, fingerprint: fingerprint, floor: floor))
  }

  package var identity: BuildIdentity {
    var identity = BuildIdentity()
    for source in sources {
      identity.add(
        source.floor.map { "the image of floor \($0)" } ?? "the image", source.fingerprint.text)
    }
    return identity
  }

  package func identity(ofFloor floor: String) -> BuildIdentity {
    var watch = self
    watch.sources = sources.filter { $0.floor == floor }
    return watch.identity
  }

  package func documentSources(ofFloor floor: String? = nil) -> LayerDefinition.Sources {
    func file(_ source: Source) -> LayerDefinition.Sources.File {
      LayerDefinition.Sources.File(
        name: source.path.fileName, byteCount: source.fingerprint.byteCount,
        fingerprint: source.fingerprint.contentText)
    }
    let sources = sources.filter { $0.floor == floor }
    let texts = sources.map { source in
      let file = file(source)
      return "\(file.name)\0\(file.byteCount)\0\(file.fingerprint)\n"
    }
    let hash = Hash128(hashing: texts.flatMap { Array($0.utf8) })
    return LayerDefinition.Sources(
      count: sources.count, fingerprint: ContentDigest(low: hash.low, high: hash.high).hexadecimal,
      files: sources.prefix(LayerDefinition.Sources.listed).map(file))
  }

  package func confirm() throws {
    // Among many files, only those with another size, time or inode are read once more.
    let areMany = sources.count > Self.readLimit
    for source in sources {
      if areMany, source.fingerprint.isState(ofPath: source.path) { continue }
      do throws(RasterError) {
        try source.fingerprint.confirm(path: source.path)
      } catch {
        guard let floor = source.floor else { throw error }
        throw FloorFailure(floor: floor, image: source.path, cause: error)
      }
    }
  }

  /// The cause of a failure; cancellations and changed sources show as various errors.
  package func cause(of error: any Error, isCancelled: Bool) -> any Error {
    if isCancelled { return CancellationError() }
    do {
      try confirm()
    } catch {
      switch Self.rasterError(in: error) {
      case .changed, .vanished: return error
      default: break
      }
    }
    return error
  }

  /// False for failures that persist, such as a damaged or empty source.
  package static func allowsResuming(after error: any Error) -> Bool {
    let cause = (error as? FloorFailure)?.cause ?? error
    if cause is EmptyPyramidError { return false }
    guard let error = rasterError(in: cause) else { return true }
    if case .changed = error { return false }
    return error.report.category == .cannotAccess
  }

  private static func rasterError(in error: any Error) -> RasterError? {
    ((error as? FloorFailure)?.cause ?? error) as? RasterError
  }
}

/// A build that ended early and left work that a later one can carry on; the output is as before.
public struct StoppedBuild: ReportableError {
  /// The cause; a `CancellationError` after a cancellation.
  public let cause: any Error
  /// The unfinished work.
  public let left: UnfinishedBuild

  package init(cause: any Error, left: UnfinishedBuild) {
    (self.cause, self.left) = (cause, left)
  }

  /// The cause in the words of a user.
  public var report: FailureReport {
    (cause as? any ReportableError)?.report
      ?? FailureReport(
        .internalFault, "an unexpected fault of the program", found: String(reflecting: cause),
        nextStep: "report it with the command that was run")
  }
}
