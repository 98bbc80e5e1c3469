import Foundation
import GoogleMapsCompatibility
import Testing

@MainActor
@Suite("Tile layers")
struct GMSTileLayerTests {
  @Test("A layer begins with the SDK's defaults")
  func defaults() {
    let layer = GMSTileLayer()
    #expect(layer.map == nil)
    #expect(layer.zIndex == 0)
    #expect(layer.tileSize == 256)
    #expect(layer.opacity == 1)
    #expect(layer.fadeIn)
    #expect(GMSURLTileLayer { _, _, _ in nil }.userAgent == nil)
  }

  @Test("A layer is on one map at most")
  func membership() {
    let first = GMSMapView()
    let second = GMSMapView()
    let layer = GMSTileLayer()
    layer.map = first
    layer.map = first
    #expect(first.tileLayers.map(ObjectIdentifier.init) == [ObjectIdentifier(layer)])
    layer.map = second
    #expect(first.tileLayers.isEmpty)
    #expect(second.tileLayers.count == 1)
    layer.map = nil
    #expect(second.tileLayers.isEmpty)
  }

  @Test("The map keeps its layers, and layers do not keep their map")
  func ownership() {
    var map: GMSMapView? = GMSMapView()
    weak var kept: GMSTileLayer?
    do {
      let layer = GMSTileLayer()
      layer.map = map
      kept = layer
    }
    #expect(kept != nil)
    #expect(kept?.map != nil)
    let layer = kept
    map = nil
    #expect(layer?.map == nil)
  }

  @Test("Layers are drawn by z-index, equal ones in the order they joined")
  func order() {
    let map = GMSMapView()
    let layers = ([100, -1, 0, 100, 0] as [Int32]).map { zIndex in
      let layer = GMSTileLayer()
      layer.map = map
      layer.zIndex = zIndex
      return layer
    }
    let expected = [1, 2, 4, 0, 3].map { ObjectIdentifier(layers[$0]) }
    #expect(map.tileLayers.map(ObjectIdentifier.init) == expected)
  }
}
