#if !canImport(Darwin)
  import TileLayers

  extension GMSMapView: LayerCamera {
    var cameraPosition: CameraPosition {
      get { controller.position }
      set {
        controller.position = newValue
        endAnimationUnlessMoving()
      }
    }

    func animate(
      from start: CameraPosition, to end: CameraPosition, duration: Duration, timing: TimingCurve
    ) {
      if controller.position != start { controller.position = start }
      animate(.camera(end), duration: duration, timing: timing)
    }
  }
#endif
