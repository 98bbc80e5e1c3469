/// How many samples of an overview each usual kernel fails to explain by the tiles under it.
struct OverviewFit: BitwiseCopyable, Sendable {
  /// What may have made an overview, from the strictest.
  enum Kernel: UInt8, CaseIterable {
    /// The mean of two by two samples.
    case average
    /// One of two by two samples, as nearest and darken take.
    case pick
    /// Something within the range of four by four samples, as Gaussian and cubic kernels make.
    case range
  }

  /// The kernels that fail to explain a sample.
  struct Kernels: OptionSet {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ kernel: Kernel) { self.init(rawValue: 1 << kernel.rawValue) }
  }

  /// Samples, and how many of them each kernel fails to explain.
  struct Misfits: BitwiseCopyable, Sendable {
    private(set) var samples: Int32 = 0
    private var (average, pick, range): (Int32, Int32, Int32) = (0, 0, 0)

    /// The samples that a kernel fails to explain.
    func count(_ kernel: Kernel) -> Int {
      switch kernel {
      case .average: Int(average)
      case .pick: Int(pick)
      case .range: Int(range)
      }
    }

    mutating func add(_ kernels: Kernels, samples count: Int32 = 1) {
      samples &+= count
      if kernels.contains(Kernels(.average)) { average &+= count }
      if kernels.contains(Kernels(.pick)) { pick &+= count }
      if kernels.contains(Kernels(.range)) { range &+= count }
    }

    static func + (left: Misfits, right: Misfits) -> Misfits {
      var sum = left
      sum.samples &+= right.samples
      sum.average &+= right.average
      sum.pick &+= right.pick
      sum.range &+= right.range
      return sum
    }

    /// The fraction of samples that a kernel fails to explain.
    func fraction(_ kernel: Kernel) -> Double {
      samples > 0 ? Double(count(kernel)) / Double(samples) : 0
    }
  }

  /// One quarter of an overview: what is over one tile.
  struct Quadrant: BitwiseCopyable, Sendable {
    /// All samples.
    var all = Misfits()
    /// Of samples in which kernels may differ those outside the part that no kernel makes, where it is small.
    var besides = Misfits()
    /// What no kernel makes of the tile below.
    var foreign: ForeignSquare?
    /// Whether some of that is where the tile below is transparent.
    var isOverNothing = false

    /// The fraction of samples that a kernel fails to explain, but for a part that none does.
    func fraction(_ kernel: Kernel) -> Double {
      Double(besides.count(kernel)) / Double(max(1, all.samples))
    }
  }

  /// The quadrants; `nil` where the tile below is not known.
  let quadrants: Quadrants<Quadrant?>

  /// Whether kernels differ in it; what is of one colour fits all of them.
  var isTelling: Bool { Kernel.allCases.contains { sum(\.all).count($0) > 0 } }

  /// The fraction of all known samples that a kernel fails to explain, but for a part that none does.
  func fraction(_ kernel: Kernel) -> Double {
    Double(besides.count(kernel)) / Double(max(1, sum(\.all).samples))
  }

  /// The samples that tell which kernel made the overview.
  var besides: Misfits { sum(\.besides) }

  private func sum(_ misfits: KeyPath<Quadrant, Misfits>) -> Misfits {
    quadrants.reduce(Misfits()) { $0 + ($1?[keyPath: misfits] ?? Misfits()) }
  }
}

/// A value for each quarter of a tile, row by row from the north-west, kept in place.
struct Quadrants<Value>: RandomAccessCollection {
  private var northWest, northEast, southWest, southEast: Value

  /// Makes the value of each quarter by its number.
  init(_ value: (Int) -> Value) {
    (northWest, northEast, southWest, southEast) = (value(0), value(1), value(2), value(3))
  }

  var startIndex: Int { 0 }
  var endIndex: Int { 4 }

  subscript(number: Int) -> Value {
    switch number {
    case 0: northWest
    case 1: northEast
    case 2: southWest
    default: southEast
    }
  }
}

extension Quadrants: Sendable where Value: Sendable {}
extension Quadrants: BitwiseCopyable where Value: BitwiseCopyable {}
