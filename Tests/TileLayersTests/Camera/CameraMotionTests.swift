import Testing
import TileLayers
import TileModel

@Suite("CameraMotion")
struct CameraMotionTests {
  private let start = CameraPosition(latitude: 41.887, longitude: -87.622, zoom: 12)
  private let view = Viewport(size: ScreenSize(width: 400, height: 800))

  private func motion() -> CameraMotion { CameraMotion(position: start, viewport: view) }

  @Test(
    "An animation tells of the start, of every frame, of the end and of the rest, in this order")
  func animate() {
    var motion = motion()
    let begun = motion.animate(
      .zoom(by: 2), duration: .seconds(1), timing: .linear, at: .seconds(5))
    #expect(begun == [.willMove(byGesture: false)])
    #expect(!motion.isIdle && motion.animation?.end == start.with(zoom: 14))
    #expect(motion.advance(to: .seconds(5)) == [])
    #expect(motion.advance(to: .milliseconds(5250)) == [.didChange(start.with(zoom: 12.5))])
    #expect(motion.advance(to: .milliseconds(5250)) == [])
    #expect(motion.advance(to: .milliseconds(5100)) == [])
    let end = start.with(zoom: 14)
    #expect(motion.advance(to: .seconds(7)) == [.didChange(end), .idle(end)])
    #expect(motion.isIdle && motion.position == end)
    #expect(motion.advance(to: .seconds(8)) == [])
  }

  @Test("The final position is told even when it is the first one or shown already")
  func finalPosition() {
    var motion = motion()
    motion.animate(.zoom(by: 0), duration: .seconds(1), at: .zero)
    #expect(motion.advance(to: .milliseconds(500)) == [])
    #expect(motion.advance(to: .seconds(1)) == [.didChange(start), .idle(start)])
  }

  @Test("An animation without duration is a move")
  func noDuration() {
    var motion = motion()
    let end = start.with(zoom: 11)
    #expect(
      motion.animate(.zoomOut, duration: .zero, at: .seconds(1))
        == [.willMove(byGesture: false), .didChange(end), .idle(end)])
    #expect(motion.isIdle)
  }

  @Test("A move cuts an animation short where it was shown last")
  func moveDuringAnimation() {
    var motion = motion()
    motion.animate(.zoom(by: 4), duration: .seconds(1), timing: .linear, at: .zero)
    motion.advance(to: .milliseconds(250))
    let end = start.with(zoom: 14)
    #expect(
      motion.move(.zoomIn) == [.willMove(byGesture: false), .didChange(end), .idle(end)])
    #expect(motion.animation == nil && motion.advance(to: .seconds(1)) == [])
    #expect(motion.position == end)
  }

  @Test("A new animation begins where the old one is at that moment")
  func animationDuringAnimation() {
    var motion = motion()
    motion.animate(.zoom(by: 4), duration: .seconds(1), timing: .linear, at: .zero)
    let events = motion.animate(
      .zoom(to: 10), duration: .seconds(1), timing: .linear, at: .milliseconds(500))
    #expect(events == [.didChange(start.with(zoom: 14)), .willMove(byGesture: false)])
    #expect(motion.advance(to: .seconds(1)) == [.didChange(start.with(zoom: 12))])
    let end = start.with(zoom: 10)
    #expect(motion.advance(to: .milliseconds(1500)) == [.didChange(end), .idle(end)])
  }

  @Test("An animation whose time is up ends before the next one begins")
  func animationAfterAnimation() {
    var motion = motion()
    motion.animate(.zoomIn, duration: .seconds(1), at: .zero)
    let first = start.with(zoom: 13)
    #expect(
      motion.animate(.zoomIn, duration: .seconds(1), at: .seconds(2))
        == [.didChange(first), .idle(first), .willMove(byGesture: false)])
    #expect(motion.animation?.end.zoom == 14)
  }

  @Test("Stopping an animation rests where it is shown")
  func stop() {
    var motion = motion()
    #expect(motion.stopAnimation() == [])
    motion.animate(.zoom(by: 4), duration: .seconds(1), timing: .linear, at: .zero)
    motion.advance(to: .milliseconds(250))
    let here = start.with(zoom: 13)
    #expect(motion.stopAnimation() == [.didChange(here), .idle(here)])
  }

  @Test("A gesture says that it is one and ends with its last position")
  func gesture() {
    var motion = motion()
    #expect(motion.continueGesture(.zoomIn) == [] && motion.endGesture() == [])
    #expect(motion.beginGesture() == [.willMove(byGesture: true)])
    #expect(motion.beginGesture() == [])
    let moved = start.with(zoom: 13)
    #expect(motion.continueGesture(.zoomIn) == [.didChange(moved)])
    #expect(motion.endGesture() == [.idle(moved)])
    #expect(motion.isIdle)
    motion.beginGesture()
    #expect(motion.endGesture() == [.didChange(moved), .idle(moved)])
  }

  @Test("A gesture ends an animation, and a move ends a gesture")
  func interruptions() {
    var motion = motion()
    motion.animate(.zoom(by: 4), duration: .seconds(1), timing: .linear, at: .zero)
    motion.advance(to: .milliseconds(250))
    #expect(motion.beginGesture() == [.willMove(byGesture: true)])
    #expect(motion.advance(to: .seconds(2)) == [] && motion.position.zoom == 13)
    motion.move(.zoomOut)
    #expect(!motion.isInGesture && motion.continueGesture(.zoomIn) == [])
    #expect(motion.position == start)
  }

  @Test("Limits that change during an animation hold for its frames and its end")
  func limitsDuringAnimation() {
    var motion = motion()
    motion.animate(.zoom(to: 20), duration: .seconds(1), timing: .linear, at: .zero)
    motion.advance(to: .milliseconds(125))
    var limited = view
    limited.zoomLimits = ZoomLimits(14...16)
    #expect(motion.setViewport(limited) == [.didChange(start.with(zoom: 14))])
    let end = start.with(zoom: 16)
    #expect(motion.advance(to: .seconds(1)) == [.didChange(end), .idle(end)])
  }

  @Test("Animations and gestures cannot leave the bounds of the target")
  func targetBounds() {
    var limited = view
    limited.targetBounds = CoordinateBounds(
      GeographicCoordinate(latitude: 41.8, longitude: -87.7),
      GeographicCoordinate(latitude: 41.9, longitude: -87.6))
    var motion = CameraMotion(position: start, viewport: limited)
    motion.beginGesture()
    for _ in 0..<40 {
      motion.continueGesture(.scroll(x: 90, y: -60))
      #expect(limited.targetBounds?.contains(motion.position.target) == true)
    }
    motion.endGesture()
    #expect(abs(motion.position.target.longitude + 87.6) < 1e-12)
    motion.animate(
      .target(GeographicCoordinate(latitude: 0, longitude: 0)), duration: .seconds(1), at: .zero)
    for tenth in 0...10 {
      motion.advance(to: .milliseconds(100 * tenth))
      #expect(limited.targetBounds?.contains(motion.position.target) == true)
    }
  }

  @Test(
    "Whatever is done, movements begin before they change, and rest is told after the last change")
  func grammar() {
    var draws = CameraDraws(seed: 71)
    var motion = motion()
    var events: [CameraEvent] = []
    var time = Duration.zero
    for _ in 0..<3000 {
      time += .milliseconds(40)
      let update = CameraUpdate.zoom(to: draws.value(2...20))
      switch draws.value(0...7) {
      case ..<1: events += motion.move(update)
      case ..<2: events += motion.animate(update, duration: .milliseconds(200), at: time)
      case ..<3: events += motion.beginGesture()
      case ..<4: events += motion.continueGesture(update)
      case ..<4.5: events += motion.endGesture()
      case ..<5: events += motion.stopAnimation()
      default: events += motion.advance(to: time)
      }
    }
    var moving = false
    var shown: CameraPosition?
    for event in events {
      switch event {
      case .willMove:
        (moving, shown) = (true, nil)
      case .didChange(let position):
        #expect(moving)
        shown = position
      case .idle(let position):
        #expect(moving && shown == position)
        moving = false
      }
    }
    #expect(moving == !motion.isIdle)
    #expect(events.count > 2000)
  }
}
