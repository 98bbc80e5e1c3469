import Testing
import TileLayers
import TileModel

@Suite("CameraController")
@MainActor
struct CameraControllerTests {
  private final class Recorder {
    var trace: [String] = []
    var onIdle: () -> Void = {}

    func note(_ event: CameraEvent) {
      switch event {
      case .willMove(let byGesture): trace.append(byGesture ? "gesture" : "move")
      case .didChange(let position): trace.append("at \(position.zoom)")
      case .idle(let position):
        trace.append("idle \(position.zoom)")
        onIdle()
        trace.append("end of idle")
      }
    }
  }

  private func makeController(_ recorder: Recorder) -> CameraController {
    let controller = CameraController(
      position: CameraPosition(latitude: 0, longitude: 0, zoom: 4),
      viewport: Viewport(size: ScreenSize(width: 300, height: 300)))
    controller.onEvent = { recorder.note($0) }
    return controller
  }

  @Test("Events are told in their order")
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

  @Test("What is done within a call is told after what is under way")
  func reentrance() {
    let recorder = Recorder()
    let controller = makeController(recorder)
    recorder.onIdle = {
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
}
