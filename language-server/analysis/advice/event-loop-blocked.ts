import type { Milliseconds, Share } from "../units.ts";
import type { AdviceRule } from "./advice.ts";

/** Of the window in which the loop was not idle … */
const leastBusy: Share = 0.8;
/** … and how late one timer in a hundred came, at least. */
const leastDelay: Milliseconds = 50;

/** The event loop is kept from its other work for long, as the app itself counts it. */
export const eventLoopBlocked: AdviceRule = {
  id: "event-loop-blocked",
  texts: {
    en: {
      hint: "the event loop is blocked",
      explanation:
        "The event loop was busy {busy} of the time and came back to its other work up to {delay} late (one turn in a hundred; at worst {worst}). Every request waits for that.",
      remedy: "Split up or hand over what runs longest at a stretch: {places}.",
    },
    "zh-cn": {
      hint: "事件循环被阻塞",
      explanation: "事件循环 {busy} 的时间处于忙碌状态,处理其他工作的延迟高达 {delay}(百分之一的循环;最差 {worst})。每个请求都要为此等待。",
      remedy: "请拆分或移交连续运行最久的工作:{places}。",
    },
    ru: {
      hint: "цикл событий заблокирован",
      explanation:
        "Цикл событий был занят {busy} времени и возвращался к остальной работе с опозданием до {delay} (в одном случае из ста; в худшем {worst}). Этого ждёт каждый запрос.",
      remedy: "Разбейте или передайте другому потоку то, что выполняется дольше всего подряд: {places}.",
    },
  },
  find({ run, costs }) {
    const { eventLoopBusy, eventLoopDelay } = run;
    if (eventLoopBusy === undefined || eventLoopDelay === undefined) return [];
    if (eventLoopBusy < leastBusy || eventLoopDelay.p99Ms < leastDelay) return [];
    const [hottest] = costs.lines.filter(({ source }) => costs.sources[source]?.category === "own");
    const places =
      hottest === undefined
        ? []
        : [{ source: hottest.source, line: hottest.line, share: hottest.withLibrariesTicks / Math.max(costs.busyTicks, 1) }];
    const figures = {
      busy: { share: eventLoopBusy },
      delay: { ms: eventLoopDelay.p99Ms },
      worst: { ms: eventLoopDelay.maxMs },
      places: { places },
    };
    const documentation = "https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop";
    return [{ place: undefined, ticks: costs.busyTicks, inferred: false, figures, documentation }];
  },
};
