import { chinese } from "./bundles/zh-cn.ts";
import { russian } from "./bundles/ru.ts";
import type { CodedText, TextCode, TextValue } from "./coded-text.ts";
import { englishTexts } from "./english.ts";
import { failureText, type FailureText, type Language, languageOf, valueText, wholeText } from "./failure-text.ts";
import type { Locale } from "./locale.ts";

const languages: Readonly<Record<Locale, Language>> = {
  en: englishTexts,
  "zh-cn": languageOf("zh-CN", chinese),
  ru: languageOf("ru", russian),
};

/** The complete text on one line: for a failure what happened, then what to do. */
export function localised(text: CodedText, locale: Locale): string {
  return wholeText(text, languages[locale]);
}

export function localisedFailure(text: CodedText, locale: Locale): FailureText {
  return failureText(text, languages[locale]);
}

/** The text that replaces a placeholder. */
export function localisedValue(value: TextValue, locale: Locale): string {
  return valueText(value, languages[locale]);
}

/** A text with its `{name}` placeholders, for callers that fill them in. */
export function templateOf(code: TextCode, locale: Locale): string {
  return languages[locale].texts[code] ?? code;
}
