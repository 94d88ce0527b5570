import { decimalText, fineDurationText, growthText, pointsText, type Figures, figuresIn } from "../../analysis/figures.ts";
import type { Share } from "../../analysis/units.ts";
import { commandEnglish } from "../../texts/bundles/command/en.ts";
import type { CommandText } from "../../texts/command-text.ts";
import { english } from "../../texts/bundles/en.ts";
import { type Language, languageOf, textInLines, wholeText } from "../../texts/failure-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { type Environment, localeOfTerminal } from "./terminal-locale.ts";

/** How the command writes texts and figures in the user's language. */
export interface Words extends Figures {
  readonly locale: Locale;
  /** On one line. */
  readonly say: (text: CommandText) => string;
  /** With its line breaks. */
  readonly lines: (text: CommandText) => string;
  /** A share of the whole without its sign, as in `± 3.1`. */
  readonly points: (share: Share) => string;
  readonly growth: (growth: Share) => string;
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
    ...figuresIn(locale),
    locale,
    say: (text) => wholeText(text, language),
    lines: (text) => textInLines(text, language),
    points: (share) => pointsText(share, locale),
    growth: (growth) => growthText(growth, locale),
    duration: (ms) => fineDurationText(ms, locale),
    plain: (value) => decimalText(value, locale),
  };
}
