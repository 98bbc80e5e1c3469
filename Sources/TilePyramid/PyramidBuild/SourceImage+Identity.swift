import Drawings
import RasterSources
import TileStorage

extension SourceImage {
  /// The identity of all settings by which samples are read.
  package var readingIdentity: BuildIdentity {
    var settings = PyramidSettings()
    settings.samples = samples
    settings.vector = vector
    settings.vector.page = samples.page ?? vector.page
    if settings.vector.page == 1 { settings.vector.page = nil }
    var identity = BuildIdentity()
    identity.add(settings, of: SampleSettings.self)
    identity.add(settings, of: VectorSettings.self)
    identity.add("the program that draws it", drawingProgram)
    return identity
  }
}
