import Foundation

/// The target that the variable FUZZ_TARGET names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("FUZZ_TARGET is one of: \(names)\n".utf8))
    exit(2)
  }
  return target
}()

/// Called once by libFuzzer; with FUZZ_LIST, prints the names of all targets instead of fuzzing, and
/// with FUZZ_SEEDS, writes the seeds of the target to that folder.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  if ProcessInfo.processInfo.environment["FUZZ_LIST"] != nil {
    for target in FuzzTarget.allCases { print(target.rawValue) }
    fflush(nil)
    _exit(0)
  }
  atexit { FuzzFile.remove() }
  guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  do {
    for (index, seed) in try Seeds.of(target).enumerated() {
      try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
    }
    exit(0)
  } catch {
    FileHandle.standardError.write(Data("cannot make seeds: \(error)\n".utf8))
    exit(3)
  }
}

/// Called by libFuzzer with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
