import { chineseErrors } from "./error-texts-zh-cn.ts";
import { russianErrors } from "./error-texts-ru.ts";
import type { Locale } from "./locale.ts";
import { type Phrase, phraseText, type UserError } from "../analysis/user-error.ts";

const translations: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en: {}, "zh-cn": chineseErrors, ru: russianErrors };

/** What happened, then what to do, in the user's language. What was said in it already stays as it is. */
export function errorText({ phrases }: UserError, locale: Locale): string {
  return `${localText(phrases.message, locale)} ${localText(phrases.remedy, locale)}`.trim();
}

export function localText(phrase: Phrase, locale: Locale): string {
  return phraseText(phrase, translations[locale]);
}
