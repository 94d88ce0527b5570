import * as v from "valibot";

/** Translates a text of the page; `{0}` stands for the first value. The English text is the key in `extension/l10n`. */
export type Translate = (english: string, ...values: readonly (string | number)[]) => string;

/** Translations by their English text; empty in English. */
export type Texts = Readonly<Record<string, string>>;

const elementId = "heatline-texts";
const texts = v.record(v.string(), v.string());

/** The element in the page's head that carries the translations. */
export function textsElement(all: Texts): string {
  return `<meta id="${elementId}" content="${attribute(JSON.stringify(all))}">`;
}

/** Reads what `textsElement` put into this page; English without it. */
export function pageTexts(): Translate {
  const element = document.getElementById(elementId);
  return translator(element === null ? {} : v.parse(texts, JSON.parse(element.getAttribute("content") ?? "{}")));
}

export function translator(all: Texts): Translate {
  return (english, ...values) =>
    (all[english] ?? english).replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}

/** Escapes a text for an attribute's value. */
export function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
