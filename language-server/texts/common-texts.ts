import { commonChinese } from "./bundles/common/zh-cn.ts";
import { commonEnglish } from "./bundles/common/en.ts";
import { commonRussian } from "./bundles/common/ru.ts";
import type { CommonText } from "./coded-text.ts";
import { type Language, languageOf, wholeText } from "./failure-text.ts";
import type { Locale } from "./locale.ts";

const languages: Readonly<Record<Locale, Language>> = {
  en: languageOf("en", commonEnglish),
  "zh-cn": languageOf("zh-CN", commonChinese),
  ru: languageOf("ru", commonRussian),
};

/** For the extension, which loads none of the other texts. */
export function commonText(text: CommonText, locale: Locale): string {
  return wholeText(text, languages[locale]);
}
