/// The magic bytes of a file format.
package struct ByteSignature: Sendable {
  /// A run of bytes.
  package struct Part: Sendable {
    let offset: Int
    let bytes: [UInt8]
  }

  private let parts: [Part]
  package let length: Int

  private init(_ parts: [Part]) {
    self.parts = parts
    length = parts.map { $0.offset + $0.bytes.count }.max() ?? 0
  }

  package init(_ bytes: [UInt8]) { self.init([Part(offset: 0, bytes: bytes)]) }

  package init(_ bytes: [UInt8], and more: [UInt8], at offset: Int) {
    self.init([Part(offset: 0, bytes: bytes), Part(offset: offset, bytes: more)])
  }

  /// A RIFF chunk: `RIFF`, a length, and the type of the file.
  package init(riff type: String) {
    self.init([
      Part(offset: 0, bytes: Array("RIFF".utf8)), Part(offset: 8, bytes: Array(type.utf8)),
    ])
  }

  /// The first box of the ISO base media file format: a length, its type, and the major brand.
  package init(box type: String, brand: String) {
    self.init([Part(offset: 4, bytes: Array((type + brand).utf8))])
  }

  package var prefix: [UInt8] { parts.first { $0.offset == 0 }?.bytes ?? [] }

  package func begins(_ bytes: [UInt8]) -> Bool { bytes.count >= length && canBegin(bytes) }

  package func canBegin(_ bytes: [UInt8]) -> Bool {
    parts.allSatisfy { part in zip(bytes.dropFirst(part.offset), part.bytes).allSatisfy { $0 == $1 }
    }
  }
}
