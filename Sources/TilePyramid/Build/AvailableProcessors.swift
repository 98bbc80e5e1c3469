import Foundation

/// The number of processors that this process may use.
public enum AvailableProcessors {
  /// The processors that affinity allows, or the fraction of them that control groups grant; at least
  /// 1.
  public static var count: Int {
    let affinity = ProcessInfo.processInfo.activeProcessorCount
    #if os(Linux)
      return max(1, min(affinity, groupLimit ?? affinity))
    #else
      return max(1, affinity)
    #endif
  }

  #if os(Linux)
    private static var groupLimit: Int? {
      guard let groups = text("/proc/self/cgroup") else { return nil }
      for line in groups.split(separator: "\n") {
        let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0] == "0" else { continue }
        return unifiedLimit(of: String(fields[2]))
      }
      return nil
    }

    private static func unifiedLimit(of group: String) -> Int? {
      var folder = group == "/" ? "" : group
      var limit: Int?
      while true {
        if let found = text("/sys/fs/cgroup\(folder)/cpu.max").flatMap(processors(cpuMax:)) {
          limit = min(limit ?? found, found)
        }
        guard let slash = folder.lastIndex(of: "/") else { return limit }
        folder = String(folder[..<slash])
      }
    }

    private static func text(_ path: String) -> String? {
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
  #endif

  /// Processors of `quota period` in microseconds, rounded up; `nil` for `max`.
  static func processors(cpuMax text: String) -> Int? {
    let fields = text.split { $0 == " " || $0 == "\n" }.map { Int($0) }
    guard fields.count == 2, let quota = fields[0], let period = fields[1], quota > 0, period > 0
    else { return nil }
    return max(1, (quota + period - 1) / period)
  }
}
