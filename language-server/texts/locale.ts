/** Languages for which there are texts. */
export type Locale = "en" | "zh-cn" | "ru";

/** The closest language that has texts: `zh-hans` and `ru-RU` match, others become English. */
export function localeOf(tag: string): Locale {
  const language = tag.toLowerCase();
  if (language.startsWith("zh")) return "zh-cn";
  return language.startsWith("ru") ? "ru" : "en";
}
