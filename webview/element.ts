type Attributes = Readonly<Record<string, string>>;

/** Creates an element with attributes and children. Strings become text nodes, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A paragraph in small print: what a control or a result means. */
export function smallPrint(text: string): HTMLElement {
  return element("p", { class: "help" }, text);
}
