import Georeferencing
import Hashing
package import RasterSources
public import TileModel
public import TileStorage

/// The images of a build as they were before they were opened, and what made a build fail.
package struct SourceWatch: Sendable {
  private struct Source {
    var path: String
    var fingerprint: SourceFingerprint
    /// The floor of a building, which errors then name.
    var floor: String?
  }

  private var sources: [Source] = []
  /// The most files of which contents are compared.
  private static let readLimit = 256

  /// Watches nothing.
  package init() {}

  /// Notes the state of an open file; to be called before anything else is read of it, so that no change
  /// after that goes unnoticed.
  package mutating func add(_ file: SourceFile, floor: String? = nil) throws {
    add(file.path, try SourceFingerprint(file), floor: floor)
  }

  /// Notes the state of a file that was found before anything else was read of it.
  package mutating func add(
    _ path: String, _ fingerprint: SourceFingerprint, floor: String? = nil
  ) {
    sources.append(Source(path: path, fingerprint: fingerprint, floor: floor))
  }

  /// The states as properties of a build.
  package var identity: BuildIdentity {
    var identity = BuildIdentity()
    for source in sources {
      identity.add(
        source.floor.map { "the image of floor \($0)" } ?? "the image", source.fingerprint.text)
    }
    return identity
  }

  /// The states of the files of a floor.
  package func identity(ofFloor floor: String) -> BuildIdentity {
    var watch = self
    watch.sources = sources.filter { $0.floor == floor }
    return watch.identity
  }

  /// Lists the files, as a layer definition states those of several images.
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
      count: sources.count,
      fingerprint: ContentDigest(low: hash.low, high: hash.high).hexadecimal,
      files: sources.prefix(LayerDefinition.Sources.listed).map(file))
  }

  /// Confirms that the files are still there and in the state that was noted.
  package func confirm() throws {
    // Of many, only those are read once more whose size, time or number is another.
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

  /// What made a build fail: a cancellation or a source that changed shows in one error or another.
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

  /// Whether the same build can succeed later: not when its source is damaged, empty or another one.
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
  /// Why it ended; a `CancellationError` when it was cancelled.
  public let cause: any Error
  /// What it left.
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
