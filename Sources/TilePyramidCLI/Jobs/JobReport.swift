import TilePyramid

/// The state of a job, for people and programs.
struct JobReport: Encodable {
  struct Shard: Encodable {
    var number: Int
    /// `made`, `unfinished`, `missing` or `unusable`.
    var state: String
    /// The estimated fraction of all work.
    var cost: Double
    var tiles: Int?
    var bytes: Int?
    var seconds: Double?
    var host: String?
    var fraction: Double?
    var fault: String?

    fileprivate init(_ number: Int, _ state: ShardState, cost: Double) {
      self.number = number
      self.cost = cost
      switch state {
      case .made(let made):
        self.state = "made"
        (tiles, bytes, seconds, host) = (made.tileCount, made.byteCount, made.seconds, made.host)
      case .missing: self.state = "missing"
      case .unfinished(let fraction):
        self.state = "unfinished"
        self.fraction = fraction
      case .unusable(let report):
        self.state = "unusable"
        fault = report.description
      }
    }
  }

  var job: String
  var summary: [String]
  var shards: [Shard]
  var made: Int
  var seconds: Double

  init(_ job: PyramidJob) throws {
    self.job = job.path
    summary = job.plan.summary
    shards = zip(job.plan.shards, try job.states()).enumerated().map { number, pair in
      Shard(number, pair.1, cost: pair.0.cost)
    }
    made = shards.filter { $0.state == "made" }.count
    seconds = shards.reduce(0) { $0 + ($1.seconds ?? 0) }
  }

  var text: String {
    func numbers(_ state: String) -> [Int] { shards.filter { $0.state == state }.map(\.number) }
    let done = shards.filter { $0.state == "made" }
    let tiles = done.reduce(0) { $0 + ($1.tiles ?? 0) }
    let size = ProgressText.size(done.reduce(0) { $0 + ($1.bytes ?? 0) })
    var lines = summary
    lines.append("\(made) of \(shards.count) shards are made: \(tiles) tiles, \(size)")
    let times = done.compactMap(\.seconds)
    if let shortest = times.min(), let longest = times.max() {
      let hosts = Set(done.compactMap(\.host)).count
      lines.append(
        "they took \(ProgressText.elapsed(seconds)) together, \(ProgressText.elapsed(shortest)) to "
          + "\(ProgressText.elapsed(longest)) each, on \(Words.count(hosts, "machine"))"
      )
    }
    for shard in shards where shard.state == "unfinished" {
      lines.append(
        "shard \(shard.number) is unfinished at \(ProgressText.percent(shard.fraction ?? 0))")
    }
    for shard in shards where shard.state == "unusable" {
      lines.append("shard \(shard.number) cannot be used: \(shard.fault ?? "")")
    }
    let missing = numbers("missing")
    if !missing.isEmpty { lines.append("missing: \(FailureReport.list(missing))") }
    return lines.joined(separator: "\n")
  }
}
