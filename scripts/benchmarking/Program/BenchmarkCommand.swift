import Foundation

/// Makes the workloads of `scripts/benchmark`, and measures single kernels.
@main
enum BenchmarkCommand {
  private static let usage = """
    usage: tilepyramid-benchmark draw FOLDER SIDE
           tilepyramid-benchmark kernels FOLDER [SIDE]

    """

  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("tilepyramid-benchmark: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let side = arguments.count > 2 ? Int(arguments[3]) : 4096
    guard let side, side >= 512, side & (side - 1) == 0 || side >= 4096, arguments.count >= 2 else {
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
    switch arguments[1] {
    case "draw":
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Workloads.write(side: side, to: folder)
    case "kernels":
      try Kernels(folder: folder, side: side).run()
      try SnapshotTimes(folder: folder, side: side).run()
    default:
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
  }
}
