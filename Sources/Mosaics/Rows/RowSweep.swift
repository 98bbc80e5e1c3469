import RasterSources
/// The images that a row of pixels meets, from the top.
struct RowSweep {
  private let members: [MosaicMember]
  let starts: [Int]
  /// Ascending rows at which no image is half read; 0 is one of them.
  private let cuts: [Int]
  let mostAtOnce: Int

  init(_ members: [MosaicMember]) {
    self.members = members
    starts = members.indices.sorted { (members[$0].row, $0) < (members[$1].row, $1) }
    var cuts: [Int] = []
    var end = 0
    for number in starts {
      let rows = members[number].rows
      if rows.lowerBound >= end { cuts.append(rows.lowerBound) }
      end = max(end, rows.upperBound)
    }
    self.cuts = cuts
    mostAtOnce = Self.most(members, starts) { _ in 1 }
  }

  func lastCut(upTo row: Int) -> Int { cuts.last { $0 <= row } ?? 0 }

  func mostBytes(_ value: (Int) -> Int) -> Int { Self.most(members, starts, value) }

  private static func most(
    _ members: [MosaicMember], _ starts: [Int], _ value: (Int) -> Int
  ) -> Int {
    let ends = members.indices.sorted { members[$0].rows.upperBound < members[$1].rows.upperBound }
    var (sum, most, ended) = (0, 0, 0)
    for number in starts {
      while ended < ends.count,
        members[ends[ended]].rows.upperBound <= members[number].rows.lowerBound
      {
        sum -= value(ends[ended])
        ended += 1
      }
      sum += value(number)
      most = max(most, sum)
    }
    return most
  }
}
