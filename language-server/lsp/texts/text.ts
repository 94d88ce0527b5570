import type { Category } from "../../analysis/costs/costs.ts";
import type { Tier } from "../../analysis/profile/profile.ts";
import type { Locale } from "../../texts/locale.ts";
import { countText } from "./figures.ts";

/** Every text that the server shows, in every language. Figures come in formatted; counts come in as numbers, for their plurals. */
export interface Texts {
  readonly locale: Locale;
  readonly self: (figure: string) => string;
  readonly total: (figure: string) => string;
  readonly perRequest: (figure: string) => string;
  readonly ticks: (count: number) => string;
  readonly edited: string;
  readonly flameGraph: string;
  readonly anonymous: string;
  readonly topLevel: string;
  readonly categories: Readonly<Record<Category, string>>;
  readonly onStack: (ticks: number, busy: number, share: string) => string;
  /** For a line without a tick that is certainly its own. */
  readonly maybeOnStack: (ticks: number, busy: number, share: string) => string;
  readonly columns: { readonly share: string; readonly ticks: string; readonly time: string; readonly perRequest: string };
  readonly rows: { readonly self: string; readonly withLibraries: string; readonly total: string };
  readonly madeOf: string;
  readonly natives: string;
  readonly expressions: string;
  readonly calls: string;
  readonly calledBy: (name: string) => string;
  readonly noise: string;
  readonly editedSince: string;
  readonly inferred: (ticks: number, total: number) => string;
  readonly repaired: (ticks: number, total: number) => string;
  readonly candidates: (ticks: number, share: string) => string;
  /** Ends an advice, as a link. */
  readonly readOn: string;
  readonly optimisation: (name: string) => string;
  /** Before why, and how often. */
  readonly deoptimised: string;
  /** V8's compilers, with the signs by which V8 marks their code. */
  readonly tiers: Readonly<Record<Exclude<Tier, "none">, string>>;
  readonly showInFlame: string;
  readonly calledFrom: (place: string) => string;
  readonly errors: {
    readonly invalid: (method: string, detail: string) => string;
    readonly bug: (detail: string) => string;
    readonly cancelled: string;
  };
}

export function textsOf(locale: Locale): Texts {
  return catalogue[locale];
}

const english: Texts = {
  locale: "en",
  self: (figure) => `${figure} self`,
  total: (figure) => `${figure} total`,
  perRequest: (figure) => `${figure} per request`,
  ticks: (count) => `${countText(count, "en")} ${count === 1 ? "tick" : "ticks"}`,
  edited: "edited since the run",
  flameGraph: "Flame graph",
  anonymous: "(anonymous)",
  topLevel: "(top level)",
  categories: {
    own: "own code",
    dependency: "dependencies",
    node: "Node core",
    native: "native",
    gc: "garbage collection",
    program: "program",
    compile: "compiling",
  },
  onStack: (ticks, busy, share) => `On the stack in ${countText(ticks, "en")} of ${countText(busy, "en")} busy ticks: ${share}`,
  maybeOnStack: (ticks, busy, share) =>
    `≈ On the stack in none to ${countText(ticks, "en")} of ${countText(busy, "en")} busy ticks: up to ${share}`,
  columns: { share: "share", ticks: "ticks", time: "time", perRequest: "CPU per request" },
  rows: { self: "self", withLibraries: "with libraries", total: "total (with all it calls)" },
  madeOf: "Its time is made of",
  natives: "Native code run from here",
  expressions: "By expression",
  calls: "Calls from here",
  calledBy: (name) => `${name} is called by`,
  noise: "Under ten ticks: too few to tell from noise.",
  editedSince: "This function was edited since the run; the figures are of the code as it ran.",
  inferred: (ticks, total) =>
    `≈ ${countText(ticks, "en")} of ${countText(total, "en")} ticks were put on this line by inference, not by measurement.`,
  repaired: (ticks, total) => `${countText(ticks, "en")} of ${countText(total, "en")} ticks had lost this frame; it was put back.`,
  candidates: (ticks, share) =>
    `≈ Up to ${countText(ticks, "en")} ${ticks === 1 ? "tick" : "ticks"} more (${share}) may belong to this line: the profile does not tell which of several calls they came through.`,
  readOn: "Read more",
  optimisation: (name) => `Code of ${name} that ran`,
  deoptimised: "Deoptimised here since the start",
  tiers: {
    turbofan: "optimised (TurboFan \\*)",
    maglev: "half optimised (Maglev +)",
    baseline: "baseline (^)",
    interpreted: "interpreted (\\~)",
  },
  showInFlame: "Show in flame graph",
  calledFrom: (place) => `at ${place}`,
  errors: {
    invalid: (method, detail) =>
      `The message ${method} was not understood (${detail}). Reload the window so that both sides are of the same version.`,
    bug: (detail) => `Heatline failed: ${detail}. The details are in the output channel; please report them.`,
    cancelled: "The request was cancelled.",
  },
};

const chinese: Texts = {
  locale: "zh-cn",
  self: (figure) => `自身 ${figure}`,
  total: (figure) => `总计 ${figure}`,
  perRequest: (figure) => `每请求 ${figure}`,
  ticks: (count) => `${countText(count, "zh-cn")} 个采样`,
  edited: "运行后已修改",
  flameGraph: "火焰图",
  anonymous: "(匿名)",
  topLevel: "(顶层代码)",
  categories: {
    own: "自有代码",
    dependency: "依赖包",
    node: "Node 核心",
    native: "原生代码",
    gc: "垃圾回收",
    program: "程序本身",
    compile: "编译",
  },
  onStack: (ticks, busy, share) => `${countText(busy, "zh-cn")} 个忙碌采样中有 ${countText(ticks, "zh-cn")} 个的调用栈经过此行:${share}`,
  maybeOnStack: (ticks, busy, share) =>
    `≈ ${countText(busy, "zh-cn")} 个忙碌采样中有 0 到 ${countText(ticks, "zh-cn")} 个的调用栈经过此行:最多 ${share}`,
  columns: { share: "占比", ticks: "采样数", time: "时间", perRequest: "每请求 CPU" },
  rows: { self: "自身", withLibraries: "含库代码", total: "总计(含全部调用)" },
  madeOf: "时间构成",
  natives: "由此处运行的原生代码",
  expressions: "此行的各表达式",
  calls: "此处的调用",
  calledBy: (name) => `${name} 的调用者`,
  noise: "不足十个采样:无法与噪声区分。",
  editedSince: "此函数在运行后已修改;数值对应运行时的代码。",
  inferred: (ticks, total) => `≈ ${countText(total, "zh-cn")} 个采样中有 ${countText(ticks, "zh-cn")} 个是推断到此行的,并非实测。`,
  repaired: (ticks, total) => `${countText(total, "zh-cn")} 个采样中有 ${countText(ticks, "zh-cn")} 个丢失了此帧,现已补回。`,
  candidates: (ticks, share) => `≈ 另有最多 ${countText(ticks, "zh-cn")} 个采样(${share})可能属于此行:性能数据无法区分它们来自哪一处调用。`,
  readOn: "了解更多",
  optimisation: (name) => `${name} 运行时的代码`,
  deoptimised: "启动以来在此处去优化",
  tiers: { turbofan: "已优化(TurboFan \\*)", maglev: "部分优化(Maglev +)", baseline: "基线(^)", interpreted: "解释执行(\\~)" },
  showInFlame: "在火焰图中显示",
  calledFrom: (place) => `位于 ${place}`,
  errors: {
    invalid: (method, detail) => `无法理解消息 ${method}(${detail})。请重新加载窗口,使两端版本一致。`,
    bug: (detail) => `Heatline 出错:${detail}。详细信息在输出面板中,请反馈给我们。`,
    cancelled: "请求已取消。",
  },
};

const russian: Texts = {
  locale: "ru",
  self: (figure) => `${figure} сама`,
  total: (figure) => `${figure} всего`,
  perRequest: (figure) => `${figure} на запрос`,
  ticks: (count) => `${countText(count, "ru")} ${russianTicks(count)}`,
  edited: "изменено после запуска",
  flameGraph: "Флейм-граф",
  anonymous: "(анонимная)",
  topLevel: "(верхний уровень)",
  categories: {
    own: "свой код",
    dependency: "зависимости",
    node: "ядро Node",
    native: "нативный код",
    gc: "сборка мусора",
    program: "программа",
    compile: "компиляция",
  },
  onStack: (ticks, busy, share) =>
    `На стеке: ${countText(ticks, "ru")} из ${countText(busy, "ru")} ${russianTicks(busy, "genitive")} занятости, ${share}`,
  maybeOnStack: (ticks, busy, share) =>
    `≈ На стеке: до ${countText(ticks, "ru")} из ${countText(busy, "ru")} ${russianTicks(busy, "genitive")} занятости, не больше ${share}`,
  columns: { share: "доля", ticks: "тики", time: "время", perRequest: "CPU на запрос" },
  rows: { self: "сама строка", withLibraries: "с библиотеками", total: "всего, с вызовами" },
  madeOf: "Время состоит из",
  natives: "Нативный код отсюда",
  expressions: "Выражения строки",
  calls: "Вызовы отсюда",
  calledBy: (name) => `${name} вызывают`,
  noise: "Меньше десяти тиков: не отличить от шума.",
  editedSince: "Функция изменена после запуска; цифры относятся к коду, который выполнялся.",
  inferred: (ticks, total) =>
    `≈ ${countText(ticks, "ru")} из ${countText(total, "ru")} ${russianTicks(total, "genitive")} отнесены к строке по выводу, а не по измерению.`,
  repaired: (ticks, total) =>
    `${countText(ticks, "ru")} из ${countText(total, "ru")} ${russianTicks(total, "genitive")} потеряли этот кадр; он восстановлен.`,
  candidates: (ticks, share) =>
    `≈ Ещё до ${countText(ticks, "ru")} ${russianTicks(ticks, "genitive")} (${share}) могут относиться к этой строке: профиль не говорит, через какой из вызовов они прошли.`,
  readOn: "Подробнее",
  optimisation: (name) => `Код ${name} выполнялся`,
  deoptimised: "Деоптимизации здесь с момента запуска",
  tiers: {
    turbofan: "оптимизированным (TurboFan \\*)",
    maglev: "полуоптимизированным (Maglev +)",
    baseline: "базовым (^)",
    interpreted: "в интерпретаторе (\\~)",
  },
  showInFlame: "Показать на флейм-графе",
  calledFrom: (place) => `в ${place}`,
  errors: {
    invalid: (method, detail) => `Сообщение ${method} не понято (${detail}). Перезагрузите окно, чтобы версии обеих сторон совпали.`,
    bug: (detail) => `Ошибка Heatline: ${detail}. Подробности в канале вывода; пожалуйста, сообщите о них.`,
    cancelled: "Запрос отменён.",
  },
};

const catalogue: Readonly<Record<Locale, Texts>> = { en: english, "zh-cn": chinese, ru: russian };

const russianForms = {
  nominative: { one: "тик", few: "тика", many: "тиков", other: "тика" },
  genitive: { one: "тика", few: "тиков", many: "тиков", other: "тика" },
} as const;

function russianTicks(count: number, grammaticalCase: keyof typeof russianForms = "nominative"): string {
  const rule = new Intl.PluralRules("ru").select(count);
  const forms = russianForms[grammaticalCase];
  return rule === "one" || rule === "few" || rule === "many" ? forms[rule] : forms.other;
}
