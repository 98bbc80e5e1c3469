import Drawings
import Foundation
import Georeferencing
import RasterSources
import Testing
import TilePyramidTesting

/// A folder with a plan, scratch and, where a test wants them, programs of its own.
struct VectorWorkspace {
  let folder: TemporaryDirectory
  let scratch: TemporaryDirectory
  let programs: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    scratch = try TemporaryDirectory()
    programs = try TemporaryDirectory()
  }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try folder.write(bytes, as: name)
    return folder.path(name)
  }

  /// Writes a shell script that stands for a program.
  func install(_ name: String, _ script: String) throws {
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: programs.path(name)))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: programs.path(name))
  }

  /// Options that know no programs but those of this workplace.
  var ownPrograms: VectorPlanOptions { VectorPlanOptions(searchPath: programs.path) }

  /// All samples of a source.
  func samples(
    _ source: any RasterSource, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> [UInt8] {
    try readRows(source, scratch: scratch.path, isCancelled: isCancelled)
  }

  /// Opens a plan.
  func open(
    _ path: String, _ options: VectorPlanOptions = VectorPlanOptions()
  ) throws -> VectorPlan {
    try #require(try openRaster(path: path, vector: options) as? VectorPlan)
  }

  /// The error of a plan in a vector format that `body` throws.
  func failure(_ body: () throws -> Void) -> VectorPlanError? {
    do { try body() } catch RasterError.vectorPlan(let error) { return error } catch {
      Issue.record("another error: \(error)")
    }
    return nil
  }
}

/// Whether the programs are there; tests that need them say so when they are skipped.
enum Programs {
  static let drawPDF =
    VectorPlanFile.isInstalled("pdftocairo") && VectorPlanFile.isInstalled("pdfinfo")
  static let drawSVG = VectorPlanFile.isInstalled("rsvg-convert")
}

/// Samples of an image by place.
struct Samples {
  let bytes: [UInt8]
  let width: Int

  subscript(x: Int, y: Int) -> [UInt8] { pixel(bytes, y * width + x) }
}
