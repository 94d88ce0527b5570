import { countText, decimalText, factorText, fineDurationText, growthText, pointsText, shareText } from "../../analysis/figures.ts";
import type { Milliseconds, Share } from "../../analysis/units.ts";
import { commandEnglish } from "../../texts/bundles/command/en.ts";
import type { CommandText } from "../../texts/command-text.ts";
import { english } from "../../texts/bundles/en.ts";
import { type Language, languageOf, textInLines, wholeText } from "../../texts/failure-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { type Environment, localeOfTerminal } from "./terminal-locale.ts";

/** How the command writes texts and figures in the user's language. */
export interface Words {
  readonly locale: Locale;
  /** On one line. */
  readonly say: (text: CommandText) => string;
  /** With its line breaks. */
  readonly lines: (text: CommandText) => string;
  readonly count: (value: number) => string;
  readonly share: (share: Share) => string;
  /** A share of the whole without its sign, as in `± 3.1`. */
  readonly points: (share: Share) => string;
  readonly growth: (growth: Share) => string;
  readonly duration: (ms: Milliseconds) => string;
  readonly factor: (factor: number) => string;
  /** A number as it is, with the decimal sign of the language. */
  readonly plain: (value: number) => string;
}

/** What programs read, such as `--json`, is always in English. */
export const englishWords = wordsIn("en", languageOf("en", english, commandEnglish));

/** In the language of the environment. Other languages than English are bundles of their own, loaded only when asked for. */
export async function wordsFor(env: Environment): Promise<Words> {
  const locale = localeOfTerminal(env, currentPlatform);
  if (locale === "ru") return wordsIn(locale, languageOf("ru", (await import("./command-line-ru.js")).russianTexts));
  if (locale === "zh-cn") return wordsIn(locale, languageOf("zh-CN", (await import("./command-line-zh-cn.js")).chineseTexts));
  return englishWords;
}

function wordsIn(locale: Locale, language: Language): Words {
  return {
    locale,
    say: (text) => wholeText(text, language),
    lines: (text) => textInLines(text, language),
    count: (value) => countText(value, locale),
    share: (share) => shareText(share, locale),
    points: (share) => pointsText(share, locale),
    growth: (growth) => growthText(growth, locale),
    duration: (ms) => fineDurationText(ms, locale),
    factor: (factor) => factorText(factor, locale),
    plain: (value) => decimalText(value, locale),
  };
}
