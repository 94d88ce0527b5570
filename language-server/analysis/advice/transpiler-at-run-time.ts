import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant, sumTicks } from "./work-by-line.ts";
import { packageOf } from "./packages.ts";

/** Of the busy time, in all. */
const leastShare = 0.02;

const transpilers =
  /^(ts-node|tsx|@esbuild-kit\/.*|esbuild-register|@swc-node\/.*|@swc\/register|@babel\/register|sucrase|source-map-support|@cspotcode\/source-map-support)$/;

/** Sources are compiled, or stacks mapped back to them, while the app serves. */
export const transpilerAtRunTime: AdviceRule = {
  id: "transpiler-at-run-time",
  texts: {
    en: {
      hint: "{name} works at run time",
      explanation:
        "{share} of the busy time goes into {name}: code is compiled, or stack traces are mapped to its sources, while the app runs.",
      remedy: "Compile before the start and run the result; leave source maps of stacks to the tool that reads the logs.",
    },
    "zh-cn": {
      hint: "{name} 在运行时工作",
      explanation: "{share} 的忙碌时间花在 {name} 上:应用运行时仍在编译代码,或把调用栈映射回源码。",
      remedy: "请在启动前编译并运行产物;调用栈的源码映射留给读取日志的工具。",
    },
    ru: {
      hint: "{name} работает на ходу",
      explanation: "{share} занятости уходит на {name}: код компилируется или трассы стека переводятся на исходники во время работы.",
      remedy: "Компилируйте до запуска и запускайте результат; перевод трасс оставьте инструменту, который читает журналы.",
    },
  },
  find(evidence) {
    const { profile, costs } = evidence;
    const { functions, sources } = profile;
    const nameOf = (path: string): string => (path.startsWith("node:internal/source_map/") ? "--enable-source-maps" : packageOf(path));
    const isTranspiler = markFunctions(
      evidence,
      (_name, path) => path.startsWith("node:internal/source_map/") || transpilers.test(packageOf(path)),
    );
    const found = workByLine(evidence, isTranspiler, ({ thread }, row, above) =>
      above === -1 && isTranspiler[thread.stacks.func[row] as number] === 1 ? row : above,
    );
    const ticks = sumTicks(found);
    const [hottest] = found;
    const func = hottest?.names[0]?.func;
    if (hottest === undefined || func === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
    const name = nameOf(sources[functions.source[func] as number]?.path ?? "");
    const figures = { name: { text: name }, share: { share: ticks / costs.busyTicks } };
    return [
      {
        place: hottest.place,
        ticks,
        inferred: hottest.inferred,
        figures,
        documentation: "https://nodejs.org/api/cli.html#--enable-source-maps",
      },
    ];
  },
};
