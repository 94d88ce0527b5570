import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Of the busy time, on one line. */
const leastShare = 0.05;

/** Stack traces captured, and written out as text, over and over: mostly by loggers that want to know their caller. */
export const stackCapture: AdviceRule = {
  id: "stack-capture",
  texts: {
    en: {
      hint: "captures a stack trace each time",
      explanation: "{share} of the busy time goes into stack traces made here: V8 walks the stack and writes every frame out as text.",
      remedy: "Do not ask a stack for the caller's name: pass it in (a logger per module), or capture stacks of real errors only.",
    },
    "zh-cn": {
      hint: "每次都捕获调用栈",
      explanation: "{share} 的忙碌时间花在此处生成的调用栈上:V8 要遍历栈,并把每一帧写成文本。",
      remedy: "不要通过调用栈获取调用者名称:请直接传入(每个模块一个日志记录器),或只为真正的错误捕获调用栈。",
    },
    ru: {
      hint: "каждый раз снимает трассу стека",
      explanation: "{share} занятости уходит на трассы стека, снятые здесь: V8 проходит стек и записывает каждый кадр текстом.",
      remedy:
        "Не узнавайте имя вызывающего по стеку: передавайте его (свой журнал у каждого модуля) или снимайте стек только у настоящих ошибок.",
    },
  },
  find(evidence) {
    const { costs, profile } = evidence;
    const isCapture = markFunctions(
      evidence,
      (name, path, row) =>
        (path === "node:internal/errors" && /^(prepareStackTrace|ErrorPrepareStackTrace|defaultPrepareStackTrace)/.test(name)) ||
        (profile.functions.source[row] === -1 &&
          /^(ErrorConstructor|Error|captureStackTrace|ErrorCaptureStackTrace|Error\.captureStackTrace|ErrorPrototypeToString|CallSitePrototype\w*|V8: .*(CaptureStackTrace|GetStackTrace|FormatStackTrace).*)$/.test(
            name,
          )),
    );
    const found = workByLine(evidence, isCapture, ({ thread, inRequest }, row, above) =>
      isCapture[thread.stacks.func[row] as number] === 1 && above === -1 ? (inRequest[row] === 1 ? row : -1) : above,
    );
    return found.flatMap(({ place, ticks, inferred }) => {
      if (place === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      return [
        {
          place,
          ticks,
          inferred,
          figures: { share: { share: ticks / costs.busyTicks } },
          documentation: "https://v8.dev/docs/stack-trace-api",
        },
      ];
    });
  },
};
