import { config, t } from "@vscode/l10n";
import type { AnyText } from "./coded-text.ts";

type Value = string | number | AnyText;

/** The texts of one language by code. */
export interface Language {
  readonly texts: Readonly<Record<string, string>>;
  readonly plurals: Intl.PluralRules;
  readonly fractions: Intl.NumberFormat;
}

/**
 * `tag`: BCP 47. All is made when it is first used: Node needs over 10 ms of CPU time for the
 * first format alone.
 */
export function languageOf(tag: string, ...bundles: readonly Language["texts"][]): Language {
  let texts: Language["texts"] | undefined;
  let plurals: Intl.PluralRules | undefined;
  let fractions: Intl.NumberFormat | undefined;
  return {
    get texts() {
      return (texts ??= Object.assign({}, ...bundles) as Language["texts"]);
    },
    get plurals() {
      return (plurals ??= new Intl.PluralRules(tag));
    },
    get fractions() {
      return (fractions ??= new Intl.NumberFormat(tag, { useGrouping: false }));
    },
  };
}

/** A failure in two parts: what happened, then what to do about it ("" if nothing). */
export interface FailureText {
  readonly message: string;
  readonly remedy: string;
}

/** In a bundle the two parts of a failure are two lines; any other text has only the first. */
export function failureText(text: AnyText, language: Language): FailureText {
  const [message = "", ...remedy] = textInLines(text, language).split("\n");
  return { message, remedy: remedy.join(" ") };
}

/** With the line breaks that it has in its bundle. */
export function textInLines({ code, values = {} }: AnyText, language: Language): string {
  const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value, language)]));
  const key = keyOf(code, values["count"], language);
  config({ contents: language.texts });
  return t(key, filled);
}

/** The whole text on one line. */
export function wholeText(text: AnyText, language: Language): string {
  const { message, remedy } = failureText(text, language);
  return remedy === "" ? message : `${message} ${remedy}`;
}

function keyOf(code: string, count: Value | undefined, { texts, plurals }: Language): string {
  const form = typeof count === "number" ? `${code}#${plurals.select(count)}` : code;
  return Object.hasOwn(texts, form) ? form : code;
}

/** On one line, since a line break separates what happened from what to do. */
export function valueText(value: Value, language: Language): string {
  if (typeof value === "object") return failureText(value, language).message;
  // Whole numbers may be ports, lines or process ids.
  if (typeof value === "number" && !Number.isInteger(value)) return language.fractions.format(value);
  return String(value).replaceAll(/\s*[\r\n]\s*/g, " ");
}
