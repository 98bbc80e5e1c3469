// The façade's parameters and results are of these modules' types.
@_exported public import Drawings
@_exported public import RasterSources
@_exported public import TileImaging
@_exported public import TileModel
@_exported public import TileRendering
@_exported public import TileStorage
