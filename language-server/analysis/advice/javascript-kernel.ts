import type { AdviceRule, Finding } from "./advice.ts";
import { workByLine, isSignificant, sumTicks } from "./work-by-line.ts";
import type { Milliseconds } from "../units.ts";

/** Of the busy time, in the function itself: JavaScript and `Math`. */
const leastShare = 0.25;
/** Of it per request: less is no reason to hand work over to another thread. */
const leastTime: Milliseconds = 10;

/** A function that computes for long while requests wait. */
export const javascriptKernel: AdviceRule = {
  id: "javascript-kernel",
  texts: {
    en: {
      hint: "computes {time} per request on the main thread",
      explanation:
        "{name} computes in plain JavaScript for {time} of every request ({share} of the busy time). Meanwhile the event loop serves nobody else.",
      remedy: "Move it to a worker thread, or leave it to a native library or WebAssembly; then look for a better algorithm.",
    },
    "zh-cn": {
      hint: "每个请求在主线程上计算 {time}",
      explanation: "{name} 对每个请求用纯 JavaScript 计算 {time}(占忙碌时间的 {share})。在此期间事件循环无法处理其他请求。",
      remedy: "请移到工作线程,或交给原生库、WebAssembly;再寻找更好的算法。",
    },
    ru: {
      hint: "считает {time} на запрос в главном потоке",
      explanation:
        "{name} считает на чистом JavaScript {time} в каждом запросе ({share} занятости). Всё это время цикл событий никого не обслуживает.",
      remedy: "Перенесите это в рабочий поток, отдайте нативной библиотеке или WebAssembly; затем ищите лучший алгоритм.",
    },
  },
  find(evidence) {
    const { profile, costs, run } = evidence;
    const { functions, sources } = profile;
    if (run.requests === 0) return [];
    const found = workByLine(evidence, undefined, ({ thread, rows, inRequest }, row) => {
      const script = rows.script[row] as number;
      const func = thread.stacks.func[row] as number;
      const computes = script === row || /^(Math\.|ieee754)/i.test(functions.name[func] as string);
      if (!computes || script === -1 || inRequest[script] !== 1) return -1;
      return sources[functions.source[thread.stacks.func[script] as number] as number]?.category === "node" ? -1 : script;
    });
    const kernels = new Set(found.flatMap(({ names }) => names.map(({ func }) => func)));
    return [...kernels].flatMap((kernel): Finding[] => {
      const parts = found.flatMap(({ names, ...part }) =>
        names.filter(({ func }) => func === kernel).map(({ ticks }) => ({ ...part, ticks })),
      );
      const ticks = sumTicks(parts);
      const time = (ticks * costs.interval) / 1000 / run.requests;
      const hottest = parts.filter(({ place }) => place !== undefined).sort((a, b) => b.ticks - a.ticks)[0];
      if (hottest?.place === undefined || time < leastTime || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const figures = { name: { text: functions.shownName(kernel) }, time: { ms: time }, share: { share: ticks / costs.busyTicks } };
      return [
        { place: hottest.place, ticks, inferred: hottest.inferred, figures, documentation: "https://nodejs.org/api/worker_threads.html" },
      ];
    });
  },
};
