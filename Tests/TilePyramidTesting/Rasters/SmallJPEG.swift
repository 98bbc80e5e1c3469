import Foundation

/// JPEG files of 24 × 16 pixels that hold gradients, made with libjpeg-turbo.
package enum SmallJPEG {
  package static let width = 24
  package static let height = 16

  /// Red, green and blue of a pixel of every file's gradient.
  package static func colour(x: Int, y: Int) -> [UInt8] {
    [UInt8(10 * x + 7), UInt8(15 * y + 7), UInt8(5 * (x + y))]
  }

  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }

  /// Baseline, a quarter of the chroma.
  package static let baseline = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDg\
    sLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
    FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQABgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAw\
    QFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK\
    FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmq\
    KjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB\
    AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRob\
    HBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE\
    hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+P\
    n6/9oADAMBAAIRAxEAPwD4z8P/AAp+7+5/SvTPD/wq+7+5/SvfPD/wp+7+5/SvTPD/AMKvu/uf0r5Shm3mfL8K8e/D\
    754H4f8AhV939z+lFfZHh/4Vfd/c/pRXvwzfTc/qjLOPf9nXvn//2Q==
    """)

  /// Progressive, full chroma.
  package static let progressive = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDg\
    sLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
    FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wgARCAAQABgDAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABgUH/8\
    QAFgEBAQEAAAAAAAAAAAAAAAAABAYI/9oADAMBAAIQAxAAAAHGRGTJsUybGxJ5VTJsUyLH/8QAFhAAAwAAAAAAAAAA\
    AAAAAAAAAAQF/9oACAEBAAEFAl5QvKF5QvKF5QvKP//EABURAQEAAAAAAAAAAAAAAAAAAAQA/9oACAEDAQE/ASvivi\
    vivivivv/EABYRAAMAAAAAAAAAAAAAAAAAAAACA//aAAgBAgEBPwFai1FqLUWotT//xAAVEAEBAAAAAAAAAAAAAAAA\
    AAAAMf/aAAgBAQAGPwKIiIj/xAAVEAEBAAAAAAAAAAAAAAAAAAAAMf/aAAgBAQABPyGLBgxYMH//2gAMAwEAAgADAA\
    AAEEgS/wD/xAAWEQADAAAAAAAAAAAAAAAAAAAAITH/2gAIAQMBAT8QkybJMkyTJM//xAAVEQEBAAAAAAAAAAAAAAAA\
    AAAAYf/aAAgBAgEBPxCqqqqqr//EABUQAQEAAAAAAAAAAAAAAAAAAADx/9oACAEBAAE/EICIiICIiP/Z
    """)

  /// One component.
  package static let grey = decoded(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYG\
    CAsICQoKCgoKBggLDAsKDAkKCgr/wAALCAAQABgBAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABwn/xAAaEAAABwAAAAAA\
    AAAAAAAAAAAABwglMkJR/9oACAEBAAA/AJml8lSDblA5F8lSDblA5F8lSDblAkF8lSDblA5F8lSDblA5F8lSDblB/9k=
    """)

  /// Adobe CMYK with inks 10x, 15y, 0 and 5x of 255.
  package static let inks = decoded(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBg\
    gLCAkKCgoKCgYICwwLCgwJCgoK/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgME\
    BQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJCh\
    YXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqi\
    o6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASw\
    AAPwD9cP2tv+Xr8a/Sr/h4j/1Hf/Ilfv5X7bfFv/lr+Nfl/wDtbf8AL1+NH/DxH/qO/wDkSivl/wCLf/LX8a/L/wDa\
    2/5evxo/4eI/9R3/AMiUV8v/ABb/AOWv41/UB+1t/wAvX41+D/8Aw8R/6jv/AJEor9QPi3/y1/Gvy/8A2tv+Xr8aP+\
    HiP/Ud/wDIlFfL/wAW/wDlr+Nfl/8Atbf8vX40f8PEf+o7/wCRKK+X/i3/AMtfxr//2Q==
    """)

  /// The file with an Exif segment that states an orientation.
  package static func oriented(_ bytes: [UInt8], _ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    let tiff = exif(orientation, isLittle: isLittle)
    let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(tiff.count + 8)] + Array("Exif\0\0".utf8) + tiff
    return bytes.prefix(2) + segment + bytes.dropFirst(2)
  }

  /// Exif data that states an orientation.
  package static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    func number(_ value: UInt8, _ count: Int) -> [UInt8] {
      let rest = [UInt8](repeating: 0, count: count - 1)
      return isLittle ? [value] + rest : rest + [value]
    }
    var tiff = [UInt8](repeating: isLittle ? 0x49 : 0x4D, count: 2)
    tiff += number(42, 2)
    tiff += number(8, 4)
    tiff += number(1, 2)
    let tag: [UInt8] = isLittle ? [0x12, 0x01] : [0x01, 0x12]
    tiff += tag
    tiff += number(3, 2)
    tiff += number(1, 4)
    tiff += number(orientation, 2)
    tiff += [0, 0]
    tiff += number(0, 4)
    return tiff
  }
}
