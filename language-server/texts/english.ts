import { english } from "./bundles/en.ts";
import type { CodedText } from "./coded-text.ts";
import { failureText, type FailureText, type Language, languageOf, wholeText } from "./failure-text.ts";

/** For logs, the terminal, and whenever no language is known. */
export const englishTexts: Language = languageOf("en", english);

export function inEnglish(text: CodedText): string {
  return wholeText(text, englishTexts);
}

export function failureInEnglish(text: CodedText): FailureText {
  return failureText(text, englishTexts);
}
