import { config, t } from "@vscode/l10n";
import type { CodedText, TextCode, TextValue } from "./coded-text.ts";

/** The texts of one language by code. */
export interface Language {
  readonly texts: Readonly<Record<string, string>>;
  readonly plurals: Intl.PluralRules;
}

/** A failure in two parts: what happened, then what to do about it ("" if nothing). */
export interface FailureText {
  readonly message: string;
  readonly remedy: string;
}

/** In a bundle the two parts of a failure are two lines; any other text has only the first. */
export function failureText({ code, values = {} }: CodedText, language: Language): FailureText {
  const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value, language)]));
  const key = keyOf(code, values["count"], language);
  config({ contents: language.texts });
  const [message = "", ...remedy] = t(key, filled).split("\n");
  return { message, remedy: remedy.join(" ") };
}

/** The whole text on one line. */
export function wholeText(text: CodedText, language: Language): string {
  const { message, remedy } = failureText(text, language);
  return remedy === "" ? message : `${message} ${remedy}`;
}

function keyOf(code: TextCode, count: TextValue | undefined, { texts, plurals }: Language): string {
  const form = typeof count === "number" ? `${code}#${plurals.select(count)}` : code;
  return Object.hasOwn(texts, form) ? form : code;
}

/** On one line, since a line break separates what happened from what to do. */
export function valueText(value: TextValue, language: Language): string {
  if (typeof value === "object") return failureText(value, language).message;
  return String(value).replaceAll(/\s*[\r\n]\s*/g, " ");
}
