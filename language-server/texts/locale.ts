/** Languages that there are texts in. */
export type Locale = "en" | "zh-cn" | "ru";

/** The nearest language that has texts: `zh-hans`, `ru-RU`, anything else English. */
export function localeOf(tag: string): Locale {
  const language = tag.toLowerCase();
  if (language.startsWith("zh")) return "zh-cn";
  return language.startsWith("ru") ? "ru" : "en";
}
