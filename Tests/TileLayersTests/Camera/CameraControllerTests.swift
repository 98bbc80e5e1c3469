import Testing
import TileLayers
import TileModel

@Suite("CameraController")
@MainActor
struct CameraControllerTests {
  private final class Recorder: CameraControllerDelegate {
    var trace: [String] = []
    var onIdle: (CameraController) -> Void = { _ in }

    func cameraController(_ controller: CameraController, willMoveByGesture gesture: Bool) {
      trace.append(gesture ? "gesture" : "move")
    }
    func cameraController(_ controller: CameraController, didChange position: CameraPosition) {
      trace.append("at \(position.zoom)")
    }
    func cameraController(
      _ controller: CameraController, didBecomeIdleAt position: CameraPosition
    ) {
      trace.append("idle \(position.zoom)")
      onIdle(controller)
      trace.append("end of idle")
    }
  }

  private func makeController(_ delegate: Recorder?) -> CameraController {
    let controller = CameraController(
      position: CameraPosition(latitude: 0, longitude: 0, zoom: 4),
      viewport: Viewport(size: ScreenSize(width: 300, height: 300)))
    controller.delegate = delegate
    return controller
  }

  @Test("The delegate is called in the order of the events")
  func order() {
    let recorder = Recorder()
    let controller = makeController(recorder)
    controller.position = controller.position.with(zoom: 5)
    controller.animate(.zoomIn, duration: .seconds(1), timing: .linear, at: .zero)
    controller.advance(to: .milliseconds(500))
    controller.advance(to: .seconds(1))
    controller.beginGesture()
    controller.continueGesture(.zoomIn)
    controller.endGesture()
    controller.viewport.zoomLimits = ZoomLimits(10...15)
    #expect(
      recorder.trace == [
        "move", "at 5.0", "idle 5.0", "end of idle",
        "move", "at 5.5", "at 6.0", "idle 6.0", "end of idle",
        "gesture", "at 7.0", "idle 7.0", "end of idle",
        "move", "at 10.0", "idle 10.0", "end of idle",
      ])
  }

  @Test("What a delegate does within a call is told after what is under way")
  func reentrance() {
    let recorder = Recorder()
    let controller = makeController(recorder)
    recorder.onIdle = { controller in
      if controller.position.zoom < 7 { controller.move(.zoomIn) }
    }
    controller.move(.zoomIn)
    #expect(
      recorder.trace == [
        "move", "at 5.0", "idle 5.0", "end of idle",
        "move", "at 6.0", "idle 6.0", "end of idle",
        "move", "at 7.0", "idle 7.0", "end of idle",
      ])
    #expect(controller.projection.position.zoom == 7)
  }

  @Test("A delegate is not kept, and none is needed")
  func weakDelegate() {
    var recorder: Recorder? = Recorder()
    let controller = makeController(recorder)
    withExtendedLifetime(recorder) { #expect(controller.delegate != nil) }
    recorder = nil
    #expect(controller.delegate == nil)
    controller.move(.zoomIn)
    controller.animate(.zoomIn, duration: .seconds(1), at: .zero)
    controller.stopAnimation()
    #expect(controller.position.zoom == 5)
  }
}
