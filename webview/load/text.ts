import { english } from "./text-en.ts";
import { russian } from "./text-ru.ts";
import { chinese } from "./text-zh-cn.ts";

/** Every word of the load form. */
export interface LoadText {
  readonly profileApp: string;
  readonly idleHelp: string;
  readonly starting: (app: string) => string;
  readonly startingHelp: string;
  readonly stopApp: string;
  readonly port: string;
  readonly tool: string;
  readonly toolAutocannon: string;
  readonly toolManual: string;
  readonly manualHelp: string;
  readonly baseUrl: string;
  readonly method: string;
  readonly path: string;
  readonly headersAndBody: string;
  readonly headers: string;
  readonly body: string;
  readonly connections: string;
  readonly measured: string;
  readonly duration: string;
  readonly warmup: string;
  readonly rate: string;
  readonly rateUnlimited: string;
  readonly pipelining: string;
  readonly moreRequests: string;
  readonly moreRequestsHelp: string;
  readonly setupRequests: string;
  readonly setupHelp: string;
  readonly request: (number: number) => string;
  readonly addRequest: string;
  readonly removeRequest: (number: number) => string;
  readonly loadSettings: string;
  readonly startLoad: string;
  readonly startLoadAgain: string;
  readonly startRecording: string;
  readonly stopRecording: string;
  readonly recording: string;
  readonly recordingHelp: string;
  readonly settingUp: string;
  readonly waiting: string;
  readonly warmingUp: string;
  readonly measuring: string;
  readonly preparing: string;
  readonly timeLeft: (seconds: string) => string;
  readonly cancel: string;
  readonly cancelHelp: string;
  readonly saving: string;
  readonly requestsPerSecond: string;
  readonly requests: string;
  readonly errors: string;
  readonly timeouts: string;
  readonly badStatus: (from: number) => string;
  readonly transferred: string;
  readonly noFailures: string;
  readonly average: string;
  readonly max: string;
  readonly latency: string;
  readonly chart: string;
  readonly units: Units;
  readonly spoken: (left: string, perSecond: string, p99: string, errors: string) => string;
  readonly cancelled: string;
  readonly lastRun: string;
  readonly noLoad: string;
  readonly hottestLine: string;
  readonly goToHottest: (place: string) => string;
  readonly flameGraph: string;
  readonly numberBetween: (low: number, high: number) => string;
  readonly wholeNumberBetween: (low: number, high: number) => string;
  readonly badBaseUrl: string;
  readonly baseUrlWithPath: string;
  readonly badPath: string;
  readonly badHeader: (line: number) => string;
  readonly toolWrk: string;
  readonly toolAb: string;
  readonly toolCommand: string;
  readonly wrkHelp: string;
  readonly abHelp: string;
  readonly command: string;
  readonly commandHelp: string;
  readonly bodyFile: string;
  readonly saveToLaunch: string;
  readonly timeSpent: (seconds: string) => string;
  readonly figuresAtEnd: string;
  readonly heatAtEnd: string;
  readonly noFigures: (tool: string) => string;
  readonly wholeSeconds: (tool: string) => string;
  readonly noCommand: string;
  readonly unclosedQuote: string;
  readonly shellSyntax: (part: string) => string;
  readonly unknownPlaceholder: (part: string) => string;
  readonly bodyMethod: (tool: string, methods: string) => string;
  readonly noBody: (method: string) => string;
  readonly bodyTwice: string;
}

/** Set after a figure, with a space. */
export interface Units {
  readonly milliseconds: string;
  readonly seconds: string;
  /** By powers of a thousand. */
  readonly bytes: readonly [string, string, string, string];
}

/** English where the locale is none of ours. */
export function loadText(locale: string): LoadText {
  return texts[locale.toLowerCase()] ?? english;
}

const texts: Readonly<Record<string, LoadText>> = { en: english, "zh-cn": chinese, ru: russian };
