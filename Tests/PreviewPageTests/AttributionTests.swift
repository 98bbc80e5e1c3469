import PreviewPage
import Testing
import TileModel
import TilePyramidTesting

@Suite("Attributions")
struct AttributionTests {
  @Test(
    "Texts and links to the web remain of an attribution's HTML",
    arguments: [
      ("© Acme", "© Acme"), ("", ""),
      (
        "&copy; Acme &amp; Sons &lt;3 &#169;&#xA9; &unknown; & &#xD800;",
        "© Acme & Sons <3 ©© &unknown; & &#xD800;"
      ),
      (
        #"<a href="https://a.example/?x=1&amp;y=2">A</a> and <b>B</b>"#,
        "[A](https://a.example/?x=1&y=2) and B"
      ),
      ("<A target=_blank HREF=http://a.example/>A</A>!", "[A](http://a.example/)!"),
      ("<a class='x' href='HTTPS://a.example'>A</a >", "[A](HTTPS://a.example)"),
      (#"<a href="javascript:alert(1)">A</a>"#, "A"),
      (#"<a href="&#106;avascript:alert(1)">A</a>"#, "A"),
      (#"<a href=" https://a.example ">A</a>"#, "[A](https://a.example)"),
      (#"<a href="https://a.example/ b">A</a>"#, "A"),
      (#"<a href="//a.example">A</a><a href="data:text/html,x">B</a>"#, "AB"),
      (#"<a onclick="x()" href="https://a.example">A"#, "[A](https://a.example)"),
      ("A<script>alert('</b>')</script>B<style>c{}</style >D", "ABD"),
      ("A<script>never closed", "A"), ("A<!-- <b> -->B<!-- C", "AB"), ("<!doctype x>A<?y?>", "A"),
      ("1 < 2 <3 <", "1 < 2 <3 <"), ("A<br>B<br/>C", "A B C"), ("<img src=x onerror=y>A", "A"),
      (#"<img alt="a > b">A"#, "A"), ("<b", ""), ("A<a href", "A"),
    ])
  func parts(html: String, expected: String) throws {
    var definition = DrawnLayers.definition()
    definition.attribution = html
    let contents = try PageContents(MapPage([DrawnLayers.layer(definition)]))
    #expect(contents.attribution(ofLayer: 0) == expected)
  }

  @Test("No attribution yields a link to anything but the web", arguments: 0..<200)
  func drawn(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "<", ">", "a", " href", "=", "\"", "'", "javascript:", "https://x", "/", "<a ", "</a>", "&",
      "#106;", "<!--", "-->", "<script", "\n", "\u{0}1", "é",
    ]
    var html = ""
    for _ in 0..<20 { html += pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
    var definition = DrawnLayers.definition()
    definition.attribution = html.replacing("\0", with: "")
    let contents = try PageContents(MapPage([DrawnLayers.layer(definition)]))
    for part in contents.layers[0]["attribution"] as? [[String: Any]] ?? [] {
      guard let link = part["link"] as? String else { continue }
      #expect(link.lowercased().hasPrefix("https://"), "\(html.debugDescription)")
    }
  }
}
