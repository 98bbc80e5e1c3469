import Hashing
import Testing
import TileImaging

@Suite("Sample hash")
struct SampleHashTests {
  @Test("The sample hash of nothing is XXH3's published one")
  func empty() {
    let hash = Hash128(hashing: UnsafeRawBufferPointer(start: nil, count: 0))
    // XXH3_128bits("") as xxhsum -H2 prints it: 99aa06d3014798d86001c324468d497f
    #expect(hash == Hash128(low: 0x6001_c324_468d_497f, high: 0x99aa_06d3_0147_98d8))
  }

  @Test("A change of any one byte changes the sample hash")
  func sensitive() {
    var bytes = [UInt8](repeating: 0, count: 1024)
    var seen: Set<Hash128> = []
    for offset in 0..<bytes.count {
      bytes[offset] = 1
      seen.insert(bytes.withUnsafeBytes { Hash128(hashing: $0) })
      bytes[offset] = 0
    }
    #expect(seen.count == bytes.count)
  }
}

@Suite("Opaque colours as text")
struct OpaqueColorTests {
  @Test("A name and a number without opacity are read; what is not opaque is none")
  func text() {
    #expect(OpaqueColor(text: "navy") == OpaqueColor(red: 0, green: 0, blue: 128))
    #expect(OpaqueColor(text: "Lime")?.description == "#00FF00")
    #expect(OpaqueColor(text: "#102030")?.description == "#102030")
    for other in ["transparent", "#10203040", "#102030FF", "", "#navy", "navi"] {
      #expect(OpaqueColor(text: other) == nil, "\(other)")
    }
  }
}
