import CLibExpat
import CLibHEIF
import CLibLCMS
import CLibOpenJPEG
import CLibPROJ
import CPNGShim
import CTIFFShim

/// The versions of the libraries that read and georeference images.
package enum RasterLibraryVersions {
  private static let tiff =
    String(cString: tp_tiff_library_version()).split(separator: "\n").first?
    .split(separator: " ").last.map(String.init) ?? "of unknown version"

  package static let all = [
    "libpng \(String(cString: tp_png_library_version()))",
    "libheif \(String(cString: heif_get_version()))", "libtiff \(tiff)",
    "Little CMS \(cmsGetEncodedCMMversion() / 1000).\(cmsGetEncodedCMMversion() % 1000 / 10)",
    "OpenJPEG \(String(cString: opj_version()))",
    "Expat \(String(cString: XML_ExpatVersion()).split(separator: "_").last ?? "")",
    "PROJ \(String(cString: proj_info().version))",
  ]
}
