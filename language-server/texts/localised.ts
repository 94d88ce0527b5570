import { chinese } from "./bundles/zh-cn.ts";
import { russian } from "./bundles/ru.ts";
import type { CodedText, TextOf, TextValue } from "./coded-text.ts";
import { englishTexts } from "./english.ts";
import { failureText, type FailureText, type Language, languageOf, valueText, wholeText } from "./failure-text.ts";
import type { Locale } from "./locale.ts";

const loaded = new Map<Locale, Language>([["en", englishTexts]]);

/** In the bundles other languages than English are files of their own, read when first asked for; without its file a language is English. */
function languageIn(locale: Locale): Language {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const language = loadedLanguage(locale);
  loaded.set(locale, language);
  return language;
}

function loadedLanguage(locale: Locale): Language {
  try {
    return locale === "ru" ? languageOf("ru", russian) : languageOf("zh-CN", chinese);
  } catch {
    return englishTexts;
  }
}

/** The complete text on one line: for a failure what happened, then what to do. */
export function localised(text: CodedText, locale: Locale): string {
  return wholeText(text, languageIn(locale));
}

/** Figures are passed in formatted; counts as numbers, for their plurals. */
export function textIn(locale: Locale): TextOf {
  return (code, values) => localised({ code, values }, locale);
}

export function localisedFailure(text: CodedText, locale: Locale): FailureText {
  return failureText(text, languageIn(locale));
}

/** The text that replaces a placeholder. */
export function localisedValue(value: TextValue, locale: Locale): string {
  return valueText(value, languageIn(locale));
}
