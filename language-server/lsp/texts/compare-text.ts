import { caveatText } from "../../texts/caveat-text.ts";
import type { Locale } from "../../texts/locale.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { CompareWarning, Verdict } from "../../protocol/comparison.ts";
import { durationText } from "./figures.ts";

type Sentences = readonly [what: string, remedy: string];

/** What is said of a comparison, in every language. Figures come in formatted. */
export interface CompareTexts {
  readonly unit: (unit: CompareUnit, figure: string) => string;
  readonly word: Readonly<Record<Exclude<Verdict, "slower" | "faster">, string>>;
  /** Of the hover; `change` is a line end's text. */
  readonly againstBaseline: (change: string, before: string, after: string) => string;
  readonly warnings: {
    readonly [Kind in CompareWarning["kind"]]: (base: string, next: string) => string;
  };
  readonly errors: {
    readonly gone: (folder: string) => Sentences;
    readonly none: Sentences;
    readonly same: Sentences;
    readonly ended: Sentences;
  };
}

export function compareTextsOf(locale: Locale): CompareTexts {
  return catalogue[locale];
}

export interface Change {
  readonly base: number;
  readonly delta: number;
  readonly verdict: Verdict;
}

/** `−1.9 ms per request (−98 %)`; of noise that nothing sure changed. */
export function changeText({ base, delta, verdict }: Change, per: CompareUnit, locale: Locale): string {
  const texts = compareTextsOf(locale);
  if (verdict === "noise") return texts.word.noise;
  const sign = delta < 0 ? "−" : "+";
  const amount = texts.unit(per, `${sign}${durationText(Number(Math.abs(delta).toPrecision(2)), locale)}`);
  return `${amount} (${verdict === "new" || verdict === "vanished" ? texts.word[verdict] : relativeText(base, delta)})`;
}

/** `▼ −1.9 ms per request (−98 %)`: with the direction, for where no icon stands beside it. */
export function markedChangeText(change: Change, per: CompareUnit, locale: Locale): string {
  return `${changeMarks[change.verdict]} ${changeText(change, per, locale)}`.trimStart();
}

const changeMarks: Readonly<Record<Verdict, string>> = { slower: "▲", faster: "▼", new: "▲", vanished: "▼", noise: "" };

/** `Against the baseline: −7.8 ms per request (−98 %), 8 ms → 200 µs`. */
export function baselineText(change: Change, per: CompareUnit, locale: Locale): string {
  const { base, delta } = change;
  return compareTextsOf(locale).againstBaseline(
    changeText(change, per, locale),
    durationText(base, locale),
    durationText(Math.max(0, base + delta), locale),
  );
}

/** `−98 %`; what grew more than tenfold is told as a multiple. */
function relativeText(base: number, delta: number): string {
  const ratio = (base + delta) / base;
  if (ratio >= 10) return `×${Number(ratio.toPrecision(2))}`;
  const percent = Math.abs((delta / base) * 100);
  return `${delta < 0 ? "−" : "+"}${percent > 99 && percent < 100 ? ">99" : Math.round(percent)} %`;
}

const english: CompareTexts = {
  unit: (unit, figure) => `${figure} per ${unit}`,
  word: { new: "new", vanished: "gone", noise: "no sure change" },
  againstBaseline: (change, before, after) => `Against the baseline: ${change}, ${before} → ${after}`,
  warnings: caveatText,
  errors: {
    gone: (folder) => [`The baseline run is gone (${folder}).`, "Choose another run to compare with."],
    none: ["There is no earlier run of this app to compare with.", "Profile the app once more, or choose a run to compare with."],
    same: ["A run cannot be compared with itself.", "Choose another run to compare with."],
    ended: ["This comparison has ended.", "Compare the runs again."],
  },
};

const chinese: CompareTexts = {
  unit: (unit, figure) => (unit === "request" ? `每请求 ${figure}` : `每秒 ${figure}`),
  word: { new: "新增", vanished: "已消失", noise: "无确定变化" },
  againstBaseline: (change, before, after) => `与基线相比:${change},${before} → ${after}`,
  warnings: {
    app: (base, next) => `两次运行的程序不同(${base} 与 ${next}):只有少量代码可以对应。`,
    node: (base, next) => `Node.js 版本不同(先 ${base},后 ${next}):部分差异可能来自 Node 本身。`,
    recorder: (base, next) => `两次运行的记录方式不同(先 ${base},后 ${next}):行开销可能仅因此而不同。`,
    interval: (base, next) => `采样间隔不同(先 ${base},后 ${next}):采样较少的一次不够精确。`,
    load: (base, next) => `负载不同(先 ${base},后 ${next}):并列的数值可能产生误导。`,
    noLoad: () => "有一次运行没有统计请求数,因此按测量时间的每秒开销比较,而不是按每个请求。",
    errors: (base, next) => `有请求失败(先 ${base},后 ${next}):失败的请求与成功的请求开销不同。`,
    machine: (_base, next) => `所有代码的开销都变为 ×${next}:机器可能在忙其他任务,或代码预热程度不同。单项差异已考虑这一点。`,
    fewTicks: (base, next) => `有一次运行的采样很少(先 ${base},后 ${next} 个采样):只能分辨较大的差异。`,
  },
  errors: {
    gone: (folder) => [`基线运行已不存在(${folder})。`, "请选择另一次运行进行比较。"],
    none: ["没有可供比较的此应用的更早运行。", "请再次分析应用,或选择要比较的运行。"],
    same: ["运行不能与自身比较。", "请选择另一次运行进行比较。"],
    ended: ["此比较已结束。", "请重新比较这些运行。"],
  },
};

const russian: CompareTexts = {
  unit: (unit, figure) => `${figure} ${unit === "request" ? "на запрос" : "в секунду"}`,
  word: { new: "новое", vanished: "исчезло", noise: "без явных изменений" },
  againstBaseline: (change, before, after) => `Против базового запуска: ${change}, ${before} → ${after}`,
  warnings: {
    app: (base, next) => `Запуски разных программ (${base} и ${next}): сопоставить удаётся лишь малую часть кода.`,
    node: (base, next) => `Версия Node.js другая (была ${base}, стала ${next}): часть разницы может быть от самого Node.`,
    recorder: (base, next) => `Запуски записаны по-разному (${base}, затем ${next}): стоимость строк может отличаться уже от этого.`,
    interval: (base, next) => `Интервал съёмки отличается (${base}, затем ${next}): запуск с более редкой съёмкой менее точен.`,
    load: (base, next) => `Нагрузка была разной (${base}, затем ${next}): цифры рядом могут вводить в заблуждение.`,
    noLoad: () => "У одного из запусков запросы не подсчитаны, поэтому стоимость сравнивается на секунду измерения, а не на запрос.",
    errors: (base, next) => `Часть запросов не удалась (${base}, затем ${next}): неудачные запросы стоят иначе, чем удачные.`,
    machine: (_base, next) =>
      `Весь код стоит ×${next}: машина была занята другим или код был прогрет иначе. Отдельные различия это учитывают.`,
    fewTicks: (base, next) => `В одном из запусков мало тиков (${base}, затем ${next}): от шума отличимы лишь большие различия.`,
  },
  errors: {
    gone: (folder) => [`Базового запуска больше нет (${folder}).`, "Выберите другой запуск для сравнения."],
    none: ["Нет более раннего запуска этого приложения.", "Профилируйте приложение ещё раз или выберите запуск для сравнения."],
    same: ["Запуск нельзя сравнить с самим собой.", "Выберите другой запуск для сравнения."],
    ended: ["Это сравнение завершено.", "Сравните запуски ещё раз."],
  },
};

const catalogue: Readonly<Record<Locale, CompareTexts>> = { en: english, "zh-cn": chinese, ru: russian };
