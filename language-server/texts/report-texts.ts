import type { Locale } from "./locale.ts";

/** Texts of the Markdown summary of a run. */
export interface ReportTexts {
  readonly started: string;
  readonly app: string;
  readonly node: string;
  readonly commit: string;
  readonly recorder: string;
  readonly measured: string;
  readonly busy: string;
  readonly madeOf: string;
  readonly load: string;
  readonly perSecond: (requests: string) => string;
  readonly connections: (count: string) => string;
  readonly failed: (count: string) => string;
  readonly lines: string;
  readonly line: string;
  readonly noLines: string;
  readonly functions: string;
  readonly function: string;
  readonly noFunctions: string;
  readonly place: string;
  readonly self: string;
  readonly withLibraries: string;
  readonly total: string;
  readonly ticks: string;
  /** Of a flame graph whose rows do not reach all frames. */
  readonly deeper: string;
}

export const reportTexts: Readonly<Record<Locale, ReportTexts>> = {
  en: {
    started: "Started",
    app: "App",
    node: "Node.js",
    commit: "Commit",
    recorder: "Recorder",
    measured: "Measured for",
    busy: "Busy time",
    madeOf: "Made of",
    load: "Load",
    perSecond: (requests) => `${requests} req/s`,
    connections: (count) => `${count} connections`,
    failed: (count) => `${count} requests failed`,
    lines: "Hottest lines of own code",
    line: "line",
    noLines: "No line of own code was hot.",
    functions: "Hottest functions by self",
    function: "function",
    noFunctions: "No function was sampled.",
    place: "place",
    self: "self",
    withLibraries: "with libraries",
    total: "total",
    ticks: "ticks",
    deeper: "Deeper frames are left out.",
  },
  "zh-cn": {
    started: "开始时间",
    app: "应用",
    node: "Node.js",
    commit: "提交",
    recorder: "记录方式",
    measured: "测量时长",
    busy: "忙碌时间",
    madeOf: "构成",
    load: "负载",
    perSecond: (requests) => `${requests} 请求/秒`,
    connections: (count) => `${count} 个连接`,
    failed: (count) => `${count} 个请求失败`,
    lines: "自有代码中最热的行",
    line: "行",
    noLines: "自有代码中没有热点行。",
    functions: "按自身时间最热的函数",
    function: "函数",
    noFunctions: "没有采样到任何函数。",
    place: "位置",
    self: "自身",
    withLibraries: "含库代码",
    total: "总计",
    ticks: "采样数",
    deeper: "更深的栈帧已省略。",
  },
  ru: {
    started: "Начало",
    app: "Приложение",
    node: "Node.js",
    commit: "Коммит",
    recorder: "Способ записи",
    measured: "Измерялось",
    busy: "Время занятости",
    madeOf: "Состоит из",
    load: "Нагрузка",
    perSecond: (requests) => `${requests} запр./с`,
    connections: (count) => `соединений: ${count}`,
    failed: (count) => `не удалось запросов: ${count}`,
    lines: "Самые горячие строки своего кода",
    line: "строка",
    noLines: "Горячих строк в своём коде нет.",
    functions: "Самые горячие функции по собственному времени",
    function: "функция",
    noFunctions: "Ни одна функция не попала в сэмплы.",
    place: "место",
    self: "сама",
    withLibraries: "с библиотеками",
    total: "всего",
    ticks: "тики",
    deeper: "Более глубокие кадры опущены.",
  },
};
