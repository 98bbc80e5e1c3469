import Georeferencing
import RasterSources
import Testing

@Suite("A file of named points")
struct NamedPixelFileTests {
  private func read(_ text: String) throws(GeoreferenceError) -> [NamedPixel] {
    try NamedPixelFile(bytes: Array(text.utf8), path: "p.csv").points
  }

  @Test(
    "A file of named points is read with any separator, a header in any order, and comments",
    arguments: [
      "lift,1,2.5\nstairs,-3,4\n", "lift;1;2,5\nstairs;-3;4", "lift\t1\t2,5\r\nstairs\t-3\t4\r\n",
      "# points\n\nname,px,py\nlift,1,2.5\nstairs,-3,4\n",
      "px,py,floor,name\n1,2.5,x,lift\n-3,4,x,stairs\n", "\"lift\", 1 , 2.5,more\nstairs,-3,4,\n",
    ])
  func layouts(text: String) throws {
    let expected = [
      NamedPixel(name: "lift", pixel: PixelPoint(x: 1, y: 2.5)),
      NamedPixel(name: "stairs", pixel: PixelPoint(x: -3, y: 4)),
    ]
    #expect(try read(text) == expected)
  }

  @Test(
    "A faulty file of named points is refused with its line and column",
    arguments: [
      ("", 1, nil), ("name,px,py\n", 1, nil), ("lift,1\n", 1, nil), ("lift,1,2\nx,1\n", 2, nil),
      ("lift,1,two\n", 1, 8), ("lift,0x1,2\n", 1, 6), ("a,1,2\n,3,4\n", 2, 1),
      ("a,1,2\nb,1,2\na,3,4\n", 3, 1), ("lift 1 2\n", 1, nil), ("a,1,nan\n", 1, 5),
    ] as [(String, Int, Int?)])
  func faults(text: String, line: Int, column: Int?) {
    let error = #expect(throws: GeoreferenceError.self) { try read(text) }
    guard case .malformedFile("p.csv", line, column, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
