import type { Units } from "../load/text.ts";
import type { CostUnit, Verdict } from "../messages.ts";

/** Every word of the compare panel. */
export interface CompareText {
  readonly waiting: string;
  readonly before: string;
  readonly after: string;
  readonly commit: (commit: string) => string;
  readonly figure: string;
  readonly ratio: string;
  readonly requestsPerSecond: string;
  readonly perSecondUnit: string;
  /** Of the threads that were recorded: it holds waiting within calls, which the CPU of all threads does not. */
  readonly busy: Readonly<Record<CostUnit, string>>;
  readonly cpu: Readonly<Record<CostUnit, string>>;
  readonly figures: string;
  readonly noLoad: string;
  readonly warnings: string;
  readonly better: string;
  readonly worse: string;
  readonly functions: string;
  readonly lines: string;
  readonly flame: string;
  readonly per: string;
  readonly units: Units & { readonly microseconds: string };
  readonly perUnit: Readonly<Record<CostUnit, string>>;
  readonly noRequests: string;
  readonly filter: string;
  readonly filterHint: string;
  readonly hideNoise: string;
  readonly inCode: string;
  readonly columns: Readonly<Record<"name" | "place" | "before" | "after" | "change" | "error" | "verdict", string>>;
  readonly errorHelp: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly verdictHelp: Readonly<Record<Verdict, string>>;
  readonly absent: string;
  readonly caption: (what: string) => string;
  readonly shownOf: (shown: string, all: string) => string;
  readonly showAll: (all: string) => string;
  readonly nothingFound: string;
  readonly nothingCompared: string;
  readonly noCode: string;
  readonly widthBy: string;
  readonly byAfter: string;
  readonly byBefore: string;
  readonly legend: string;
  readonly strongly: (verdict: string) => string;
  readonly flameHelp: string;
  readonly zoomOut: string;
  readonly emptySide: string;
  readonly frame: (name: string, place: string, before: string, after: string, change: string, verdict: string) => string;
}

/** English where the locale is none of ours. */
export function compareText(locale: string): CompareText {
  return texts[locale.toLowerCase()] ?? english;
}

const english: CompareText = {
  waiting: "Comparing the two runs…",
  before: "Before",
  after: "After",
  commit: (commit) => `commit ${commit}`,
  figure: "Figure",
  ratio: "Ratio",
  requestsPerSecond: "Requests per second",
  perSecondUnit: "req/s",
  busy: { request: "Busy time per request", second: "Busy time per second" },
  cpu: { request: "CPU of all threads per request", second: "CPU of all threads per second" },
  figures: "Load figures of both runs",
  noLoad: "These runs have no load figures: nothing was fired at the app, or it was driven by hand.",
  warnings: "Read this first",
  better: "better",
  worse: "worse",
  functions: "Functions",
  lines: "Lines",
  flame: "Flame graph",
  per: "Costs per",
  units: { microseconds: "µs", milliseconds: "ms", seconds: "s", bytes: ["B", "kB", "MB", "GB"] },
  perUnit: { request: "request", second: "second" },
  noRequests: "Per request is not possible: one of the runs counted no requests.",
  filter: "Filter",
  filterHint: "Name or file",
  hideNoise: "Hide noise",
  inCode: "Show changes in the code",
  columns: { name: "Name", place: "Place", before: "Before", after: "After", change: "Change", error: "± error", verdict: "Verdict" },
  errorHelp: "Sampling error of the change, 95 %",
  verdicts: { faster: "faster", slower: "slower", new: "new", vanished: "vanished", noise: "noise" },
  verdictHelp: {
    faster: "Costs less than before, beyond the sampling error.",
    slower: "Costs more than before, beyond the sampling error.",
    new: "Is not in the run before.",
    vanished: "Is not in the run after.",
    noise: "The difference lies inside its own sampling error.",
  },
  absent: "not in this run",
  caption: (what) => `${what}: cost in both runs. Arrow keys move between rows, Enter shows the code.`,
  shownOf: (shown, all) => `${shown} of ${all}`,
  showAll: (all) => `Show all ${all}`,
  nothingFound: "Nothing fits the filter.",
  nothingCompared: "Neither run has anything to compare here.",
  noCode: "No file that can be opened: native code, or its source is not here.",
  widthBy: "Width by",
  byAfter: "new run",
  byBefore: "old run",
  legend: "Colours",
  strongly: (verdict) => `much ${verdict}`,
  flameHelp:
    "Arrow keys: down to what is called, up to the caller, left and right to neighbours. Enter shows the code, Space zooms in, Escape zooms out.",
  zoomOut: "Zoom Out",
  emptySide: "This run has no stacks to draw.",
  frame: (name, place, before, after, change, verdict) =>
    `${name}${place === "" ? "" : `, ${place}`}: ${before} before, ${after} after, ${change}, ${verdict}`,
};

const texts: Readonly<Record<string, CompareText>> = {
  en: english,
  "zh-cn": {
    waiting: "正在比较两次运行…",
    before: "之前",
    after: "之后",
    commit: (commit) => `提交 ${commit}`,
    figure: "指标",
    ratio: "比值",
    requestsPerSecond: "每秒请求数",
    perSecondUnit: "请求/秒",
    busy: { request: "每请求忙碌时间", second: "每秒忙碌时间" },
    cpu: { request: "全部线程每请求 CPU", second: "全部线程每秒 CPU" },
    figures: "两次运行的负载指标",
    noLoad: "这些运行没有负载指标：没有向应用发送请求，或由您手动操作。",
    warnings: "请先阅读",
    better: "更好",
    worse: "更差",
    functions: "函数",
    lines: "行",
    flame: "火焰图",
    per: "开销单位",
    units: { microseconds: "µs", milliseconds: "ms", seconds: "s", bytes: ["B", "kB", "MB", "GB"] },
    perUnit: { request: "每请求", second: "每秒" },
    noRequests: "无法按请求计算：其中一次运行没有统计到请求。",
    filter: "筛选",
    filterHint: "名称或文件",
    hideNoise: "隐藏噪声",
    inCode: "在代码中显示变化",
    columns: { name: "名称", place: "位置", before: "之前", after: "之后", change: "变化", error: "± 误差", verdict: "结论" },
    errorHelp: "变化的采样误差，95 %",
    verdicts: { faster: "更快", slower: "更慢", new: "新增", vanished: "已消失", noise: "噪声" },
    verdictHelp: {
      faster: "开销比之前少，超出采样误差。",
      slower: "开销比之前多，超出采样误差。",
      new: "之前的运行中没有。",
      vanished: "之后的运行中没有。",
      noise: "差异在其自身的采样误差之内。",
    },
    absent: "此次运行中没有",
    caption: (what) => `${what}：两次运行的开销。方向键在行间移动，Enter 显示代码。`,
    shownOf: (shown, all) => `${shown} / ${all}`,
    showAll: (all) => `显示全部 ${all} 项`,
    nothingFound: "没有符合筛选条件的内容。",
    nothingCompared: "两次运行在此都没有可比较的内容。",
    noCode: "没有可打开的文件：是原生代码，或其源文件不在此处。",
    widthBy: "宽度依据",
    byAfter: "新运行",
    byBefore: "旧运行",
    legend: "颜色",
    strongly: (verdict) => `明显${verdict}`,
    flameHelp: "方向键：下到被调用者，上到调用者，左右到相邻项。Enter 显示代码，空格放大，Escape 缩小。",
    zoomOut: "缩小",
    emptySide: "此次运行没有可绘制的调用栈。",
    frame: (name, place, before, after, change, verdict) =>
      `${name}${place === "" ? "" : `，${place}`}：之前 ${before}，之后 ${after}，${change}，${verdict}`,
  },
  ru: {
    waiting: "Сравниваем два запуска…",
    before: "До",
    after: "После",
    commit: (commit) => `коммит ${commit}`,
    figure: "Показатель",
    ratio: "Отношение",
    requestsPerSecond: "Запросов в секунду",
    perSecondUnit: "запр./с",
    busy: { request: "Время занятости на запрос", second: "Время занятости в секунду" },
    cpu: { request: "CPU всех потоков на запрос", second: "CPU всех потоков в секунду" },
    figures: "Показатели нагрузки обоих запусков",
    noLoad: "У этих запусков нет показателей нагрузки: запросы не подавались или приложением управляли вручную.",
    warnings: "Сначала прочтите",
    better: "лучше",
    worse: "хуже",
    functions: "Функции",
    lines: "Строки",
    flame: "Флейм-граф",
    per: "Затраты на",
    units: { microseconds: "мкс", milliseconds: "мс", seconds: "с", bytes: ["Б", "кБ", "МБ", "ГБ"] },
    perUnit: { request: "запрос", second: "секунду" },
    noRequests: "На запрос посчитать нельзя: в одном из запусков запросы не считались.",
    filter: "Фильтр",
    filterHint: "Имя или файл",
    hideNoise: "Скрыть шум",
    inCode: "Показать изменения в коде",
    columns: {
      name: "Имя",
      place: "Место",
      before: "До",
      after: "После",
      change: "Изменение",
      error: "± ошибка",
      verdict: "Вывод",
    },
    errorHelp: "Ошибка выборки для изменения, 95 %",
    verdicts: { faster: "быстрее", slower: "медленнее", new: "новое", vanished: "исчезло", noise: "шум" },
    verdictHelp: {
      faster: "Стоит меньше, чем раньше, и это больше ошибки выборки.",
      slower: "Стоит больше, чем раньше, и это больше ошибки выборки.",
      new: "В прежнем запуске этого нет.",
      vanished: "В новом запуске этого нет.",
      noise: "Разница не больше собственной ошибки выборки.",
    },
    absent: "нет в этом запуске",
    caption: (what) => `${what}: затраты в обоих запусках. Стрелки переходят по строкам, Enter показывает код.`,
    shownOf: (shown, all) => `${shown} из ${all}`,
    showAll: (all) => `Показать все (${all})`,
    nothingFound: "Под фильтр ничего не подходит.",
    nothingCompared: "Ни в одном из запусков здесь нечего сравнивать.",
    noCode: "Нет файла, который можно открыть: это машинный код, или его исходника здесь нет.",
    widthBy: "Ширина по",
    byAfter: "новому запуску",
    byBefore: "старому запуску",
    legend: "Цвета",
    strongly: (verdict) => `намного ${verdict}`,
    flameHelp:
      "Стрелки: вниз к вызываемому, вверх к вызывающему, влево и вправо к соседям. Enter показывает код, пробел приближает, Escape отдаляет.",
    zoomOut: "Отдалить",
    emptySide: "В этом запуске нет стеков для рисования.",
    frame: (name, place, before, after, change, verdict) =>
      `${name}${place === "" ? "" : `, ${place}`}: до ${before}, после ${after}, ${change}, ${verdict}`,
  },
};
