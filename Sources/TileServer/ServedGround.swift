package import PreviewPage

/// Maps and outlines beneath the layers of a site, with the answers to requests for them.
package struct ServedGround: Sendable {
  /// The first component of its paths.
  package static let key = "background"

  let page: PageGround
  let answer: @Sendable ([String], SiteRequest) -> SiteResponse?

  /// Takes what the page's script reads, and the answer to the components behind the key; `nil` for what is not
  /// there.
  package init(
    _ page: PageGround, answer: @escaping @Sendable ([String], SiteRequest) -> SiteResponse?
  ) {
    (self.page, self.answer) = (page, answer)
  }
}
