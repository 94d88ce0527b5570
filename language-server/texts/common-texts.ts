import { commonChinese } from "./bundles/common/zh-cn.ts";
import { commonEnglish } from "./bundles/common/en.ts";
import { commonRussian } from "./bundles/common/ru.ts";
import type { CommonText } from "./coded-text.ts";
import { type Language, languageOf, wholeText } from "./failure-text.ts";
import type { Locale } from "./locale.ts";

const loaded = new Map<Locale, Language>([["en", languageOf("en", commonEnglish)]]);

/** For the extension, which loads none of the other texts. In its bundle other languages than English are files of their own. */
export function commonText(text: CommonText, locale: Locale): string {
  const language = loaded.get(locale) ?? (locale === "ru" ? languageOf("ru", commonRussian) : languageOf("zh-CN", commonChinese));
  loaded.set(locale, language);
  return wholeText(text, language);
}
