/// Linear least squares by Householder reflections, which do not square the condition number as normal
/// equations would.
enum LeastSquares {
  /// Minimises |`matrix · vector` - `rightSide`|.
  static func solve(
    _ matrix: [Double], columns: Int, rightSide: [Double], rankTolerance: Double = 1e-8
  ) -> [Double]? {
    let rows = rightSide.count
    precondition(matrix.count == rows * columns, "the matrix has one row per right side")
    guard rows >= columns, matrix.allSatisfy(\.isFinite), rightSide.allSatisfy(\.isFinite) else {
      return nil
    }
    var a = matrix
    var b = rightSide
    var longest = 0.0
    for column in 0..<columns {
      var sum = 0.0
      for row in 0..<rows { sum += a[row * columns + column] * a[row * columns + column] }
      longest = max(longest, sum.squareRoot())
    }
    for pivot in 0..<columns {
      var sum = 0.0
      for row in pivot..<rows { sum += a[row * columns + pivot] * a[row * columns + pivot] }
      let length = sum.squareRoot()
      guard length > rankTolerance * longest else { return nil }
      let head = a[pivot * columns + pivot]
      // The sign avoids cancellation in the head of the reflector.
      let diagonal = head > 0 ? -length : length
      var reflector = (pivot..<rows).map { a[$0 * columns + pivot] }
      reflector[0] = head - diagonal
      let norm = reflector.reduce(0) { $0 + $1 * $1 }
      for column in pivot..<columns {
        var dot = 0.0
        for row in pivot..<rows { dot += reflector[row - pivot] * a[row * columns + column] }
        let factor = 2 * dot / norm
        for row in pivot..<rows { a[row * columns + column] -= factor * reflector[row - pivot] }
      }
      var dot = 0.0
      for row in pivot..<rows { dot += reflector[row - pivot] * b[row] }
      let factor = 2 * dot / norm
      for row in pivot..<rows { b[row] -= factor * reflector[row - pivot] }
    }
    var solution = [Double](repeating: 0, count: columns)
    for row in (0..<columns).reversed() {
      var value = b[row]
      for column in row + 1..<columns { value -= a[row * columns + column] * solution[column] }
      solution[row] = value / a[row * columns + row]
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }
}
