/** An element with properties and what is in it. */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Puts credits into an element, with links; it is hidden without any. */
function showCredits(place, credits) {
  const parts = credits.flatMap((credit, index) => [...(index ? [{ text: " · " }] : []), ...credit]);
  place.hidden = !parts.length;
  place.replaceChildren(...parts.map(({ text, link }) => (
    link ? make("a", { href: link, target: "_blank", rel: "noopener noreferrer" }, text) : text)));
}
