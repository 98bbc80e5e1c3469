import Foundation
import Testing
import TileImaging
import TilePyramidTesting

/// Measures that everybody can see and reach the controls of the editor's page.
///
/// Source: WCAG 2.2, 1.4.3, 1.4.11, 2.4.7, 2.4.11 and 4.1.2.
@Suite("The editor's controls in a browser", .serialized, .enabled(if: Browser.isInstalled))
struct EditorAccessTests {
  /// A page that places six floors, with a fault beside a field.
  private func open(width: Int, height: Int) throws -> Browser {
    let building = try DrawnBuilding([
      "L0": "level: 0",
      "L3": "corners: [[47.38, 8.54], [47.38, 8.55], [47.37, 8.55], [47.37, 8.54]]",
    ])
    let browser = try Browser(
      opening: ["building", "edit", building.manifest], width: width, height: height, of: building)
    _ = try browser.value(
      "(() => { const e = document.getElementById('bearing'); e.value = 'foo'; e.dispatchEvent(new Event('change')); })()"
    )
    return browser
  }

  /// The controls that are shown: each with what of it is seen and pressed.
  private static let controls = """
    [...document.querySelectorAll("button, select, input")].filter((e) => e.getClientRects().length).map((e) => {
      const isBox = ["checkbox", "radio"].includes(e.type);
      return { control: e, target: isBox ? e.closest("label") : e };
    })
    """

  @Test("On a phone every target is 44 pixels wide and high, and Save is on the screen")
  func targets() throws {
    let browser = try open(width: 390, height: 844)
    for mode in ["hand", "points"] {
      try browser.choose(mode)
      if mode == "points" {
        _ = try browser.value(
          "(editor.addSide('plan', [20, 20]), editor.addSide('map', [950000, 6000000]))")
      }
      try browser.waitUntilIdle()
      let small = try browser.value(
        """
        \(Self.controls).flatMap(({ control, target }) => {
          const { width, height } = target.getBoundingClientRect();
          return width < 44 || height < 44 ? [`${control.id || control.ariaLabel} ${width} x ${height}`] : [];
        })
        """)
      #expect(small as? [String] == [], "\(mode)")
      let isReached = try browser.value(
        """
        (() => {
          const { x, y, width, height } = document.getElementById("save").getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.id;
        })()
        """)
      #expect(isReached as? String == "save")
    }
    browser.end()
  }

  @Test(
    "What has the focus is covered by nothing, is marked, and has a name",
    arguments: [[1280, 800], [390, 844], [844, 390]])
  func focus(size: [Int]) throws {
    let browser = try open(width: size[0], height: size[1])
    let covered = try browser.value(
      """
      \(Self.controls).filter(({ control }) => !control.disabled).flatMap(({ control, target }) => {
        control.focus();
        const { left, top, right, bottom } = target.getBoundingClientRect();
        const isFree = [[left + 3, top + 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]]
          .every(([x, y]) => {
            const hit = document.elementFromPoint(x, y);
            return hit && (target.contains(hit) || hit.contains(control));
          });
        const name = control.ariaLabel || control.closest("label")?.textContent || control.textContent;
        return isFree && name.trim() ? [] : [control.id || control.value];
      })
      """)
    #expect(covered as? [String] == [])
    // Keys, unlike the script, show where the focus is.
    try browser.type(key: "Tab")
    let widths = try browser.value(
      """
      [...document.querySelectorAll(".side button:enabled, .side input[type=text], .side select")]
        .filter((e) => e.getClientRects().length).map((e) => {
          e.focus({ focusVisible: true });
          return parseFloat(getComputedStyle(e).outlineWidth);
        })
      """)
    let outlines = try #require(widths as? [Double])
    #expect(!outlines.isEmpty && outlines.allSatisfy { $0 >= 2 }, "\(outlines)")
    browser.end()
  }

  @Test(
    "Texts have a contrast of 4.5 and edges of controls one of 3", arguments: ["light", "dark"])
  func contrast(scheme: String) throws {
    let browser = try open(width: 1280, height: 800)
    try browser.prefer(scheme)
    try browser.waitUntilIdle()
    let found = try browser.value(
      """
      (() => {
        const parse = (text) => {
          const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
          return [r, g, b, a];
        };
        const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
        const ground = (e) => {
          const above = [];
          for (let at = e; at; at = at.parentElement) above.push(parse(getComputedStyle(at).backgroundColor));
          return above.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
        };
        const light = (color) => {
          const [r, g, b] = color.map((v) => (v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (color, below) => {
          const [low, high] = [light(over(parse(color), below)), light(below)].sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        };
        const weak = [];
        const walk = document.createTreeWalker(document.querySelector(".editor"), NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
          const e = node.parentElement;
          if (!node.textContent.trim() || !e.getClientRects().length || e.closest(":disabled")) continue;
          const value = ratio(getComputedStyle(e).color, ground(e));
          if (value < 4.5) weak.push(`${node.textContent.trim()} ${value}`);
        }
        for (const e of document.querySelectorAll(".side :is(button:enabled, input[type=text], select)")) {
          if (!e.getClientRects().length || e.closest("td")) continue;
          const value = ratio(getComputedStyle(e).borderTopColor, ground(e.parentElement));
          if (value < 3) weak.push(`${e.id} ${value}`);
        }
        return weak;
      })()
      """)
    #expect(found as? [String] == [])
    browser.end()
  }

  @Test("Comparing begins with the floor that is placed, and the command is copied")
  func copying() throws {
    let browser = try open(width: 1280, height: 800)
    #expect(try browser.value("editor.floors.other") as? Int == 4)
    #expect(try browser.value("document.getElementById('blend').disabled") as? Bool == false)
    try browser.allowClipboard()
    _ = try browser.value("editor.panel.showSaved('Saved.', 'tilepyramid build a.yml', false)")
    try browser.click("#copy")
    try browser.waitUntilIdle("document.getElementById('copied').textContent !== ''")
    #expect(try browser.text("copied") == "Copied.")
    #expect(
      try browser.value("navigator.clipboard.readText()") as? String == "tilepyramid build a.yml")
    browser.end()
  }
}
