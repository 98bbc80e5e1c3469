package import Georeferencing
import TileImaging
package import TileModel

package enum RasterError: ReportableError, Hashable {
  /// The file cannot be opened, with the errno `code`.
  case cannotOpen(path: String, code: Int32)
  case notAFile(path: String, found: String)
  case cannotRead(path: String, code: Int32)
  case vanished(path: String)
  case changed(path: String)
  case notAnImage(path: String)
  case formatNotRead(path: String, format: ForeignFormat)
  case truncated(path: String)
  case corrupt(path: String, detail: String)
  /// The header states an image that `fileBytes` bytes cannot hold.
  case oversizedHeader(path: String, size: PixelSize, fileBytes: Int)
  /// The image is larger than the limit that `limit` states.
  case tooLarge(path: String, size: PixelSize, limit: String)
  case samplesNotSupported(path: String, found: String)
  case optionWithoutEffect(path: String, option: String, reason: String)
  case unknownUnit(path: String, found: String)
  case noSuchPage(path: String, page: Int, count: Int)
  case noSuchBand(path: String, band: Int, count: Int)
  /// The border of nodata, up to a row counted from 1, takes more memory than its limit.
  case raggedNoData(path: String, row: Int, byteLimit: Int)
  case noMoreRows(path: String, rows: Int)
  case windowsNotRead(path: String)
  case sizeNotRead(path: String, size: PixelSize)
  case outOfMemory(path: String)
  case cannotCreateScratch(directory: String, code: Int32)
  /// `directory` has no room for a scratch file of `needed` bytes.
  ///
  /// `available` is the free space where it is known.
  case noSpaceForScratch(directory: String, needed: Int, available: Int?)
  case scratchFailed(directory: String, code: Int32)
  case vectorPlan(VectorPlanError)

  private static let readFormats =
    (RasterFormat.supported.map(\.rawValue) + VectorFormat.allCases.map(\.rawValue))
    .joined(separator: ", ")

  package var report: FailureReport {
    switch self {
    case .vectorPlan(let error): error.report
    case .cannotOpen(let path, _) where path.contains("://"):
      FailureReport(
        .badInput, "a URL cannot be read", at: path, expected: "the path of a file",
        nextStep: "download the file, then name the copy")
    case .cannotOpen(let path, let code):
      FailureReport(
        .cannotAccess, "the file cannot be opened", at: path, found: SystemError.text(code),
        nextStep: "check the path and its permissions")
    case .notAFile(let path, let found):
      FailureReport(
        .badInput, "this is not a regular file", at: path, found: found,
        expected: "the path of an image file",
        nextStep: "name one image; the floors of a building go into a manifest")
    case .cannotRead(let path, let code):
      FailureReport(
        .cannotAccess, "the file cannot be read", at: path, found: SystemError.text(code))
    case .vanished(let path):
      FailureReport(
        .cannotAccess, "the file vanished while it was read", at: path,
        expected: "a file that stays until the build is done",
        nextStep: "put it back, then build again")
    case .changed(let path):
      FailureReport(
        .cannotAccess, "the file changed while it was read", at: path,
        expected: "a file that nobody writes to until the build is done",
        nextStep: "build again when the file is complete")
    case .notAnImage(let path):
      FailureReport(
        .badInput, "the file is not an image that is known", at: path,
        found: "no known signature in its first bytes", expected: Self.readFormats,
        nextStep: "check that the right file is named")
    case .formatNotRead(let path, let format):
      FailureReport(
        .badInput, "files of the format \(format.rawValue) are not read", at: path,
        expected: Self.readFormats, nextStep: format.conversion)
    case .truncated(let path):
      FailureReport(
        .badInput, "the file ends before the image does", at: path,
        nextStep: "obtain the complete file")
    case .corrupt(let path, let detail):
      FailureReport(
        .badInput, "the file is damaged", at: path, found: detail,
        nextStep: "obtain an intact file")
    case .oversizedHeader(let path, let size, let fileBytes):
      FailureReport(
        .badInput, "the header states an image that the file cannot hold", at: path,
        found: "\(size) in \(fileBytes) bytes",
        expected: "samples that so many bytes can be the compressed form of",
        nextStep: "obtain an intact file")
    case .tooLarge(let path, let size, let limit):
      FailureReport(
        .badInput, "the image is too large", at: path, found: "\(size)", expected: limit)
    case .samplesNotSupported(let path, let found):
      FailureReport(
        .badInput, "samples of this kind cannot be read", at: path, found: found,
        expected: "grey, palette, RGB, CMYK or YCbCr samples",
        nextStep: "convert the image to RGB, as a TIFF to keep its georeference or as PNG")
    case .optionWithoutEffect(let path, let option, let reason):
      .noEffect(option, at: path, reason: reason)
    case .unknownUnit(let path, let found):
      FailureReport(
        .badInput, "the unit of heights is not known", at: path, found: found.excerpt,
        expected: "a unit of length by its name in PROJ, such as m, ft, us-ft, cm or km",
        nextStep: "name the unit with `verticalUnit`")
    case .noSuchPage(let path, let page, let count):
      FailureReport(
        .badInput, "the file has no page \(page)", at: path, found: "\(count) pages",
        expected: "a page from 1 to \(max(1, count))", nextStep: "name another `page`")
    case .noSuchBand(let path, let band, let count):
      FailureReport(
        .badInput, "the file has no band \(band)", at: path, found: "\(count) bands",
        expected: "bands from 1 to \(count)", nextStep: "name others with `bands`")
    case .raggedNoData(let path, let row, let byteLimit):
      FailureReport(
        .badInput, "the border of nodata is too ragged to be found", at: path,
        found: "more than \(byteLimit >> 20) MiB of outlines of samples near nodata by row \(row)",
        expected: "areas rather than noise within the tolerance",
        nextStep: "take a smaller tolerance, or give the image an alpha band or a mask")
    case .noMoreRows(let path, let rows):
      FailureReport(
        .internalFault, "a row was read after the last", at: path, expected: "\(rows) rows")
    case .windowsNotRead(let path):
      FailureReport(
        .internalFault, "no windows can be read of this image", at: path,
        expected: "its rows, from the first to the last")
    case .sizeNotRead(let path, let size):
      FailureReport(
        .internalFault, "the image cannot be read at this size", at: path, found: "\(size)",
        expected: "its own size, or a reduction that the file or its format offers")
    case .outOfMemory(let path):
      FailureReport(.cannotAccess, "there is no memory for reading the file", at: path)
    case .cannotCreateScratch(let directory, let code):
      FailureReport(
        .cannotAccess, "no scratch file can be created", at: directory,
        found: SystemError.text(code), nextStep: "name a writable folder with `scratch`")
    case .noSpaceForScratch(let directory, let needed, let available):
      FailureReport(
        .cannotAccess, "there is no room for the scratch file", at: directory,
        found: available.map { "\($0) bytes free" }, expected: "\(needed) bytes",
        nextStep: "free some space, or name a folder with more with `scratch`")
    case .scratchFailed(let directory, let code):
      FailureReport(
        .cannotAccess, "the scratch file cannot be used", at: directory,
        found: SystemError.text(code), nextStep: "name a folder on another disk with `scratch`")
    }
  }
}
