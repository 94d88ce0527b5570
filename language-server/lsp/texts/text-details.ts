import type { DetailTexts } from "./detail-texts.ts";
import type { Locale } from "../../texts/locale.ts";
import { english } from "./text-details-en.ts";
import { russian } from "./text-details-ru.ts";
import { chinese } from "./text-details-zh-cn.ts";

const catalogue: Readonly<Record<Locale, DetailTexts>> = { en: english, "zh-cn": chinese, ru: russian };

export function detailTextsOf(locale: Locale): DetailTexts {
  return catalogue[locale];
}
