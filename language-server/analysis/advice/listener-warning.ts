import type { AdviceRule } from "./advice.ts";

/** Node warned of more listeners than an emitter may have (`MaxListenersExceededWarning`). */
export const listenerWarning: AdviceRule = {
  id: "listener-warning",
  texts: {
    en: {
      hint: "listeners pile up: Node warned",
      explanation:
        "Node warned while the app ran: “{warning}”. A listener is added here with every call and never taken off, so each emit calls more of them.",
      remedy: "Add it once, outside the request, or take it off again with off() or once(); raise the limit only if so many are meant.",
    },
    "zh-cn": {
      hint: "监听器不断累积:Node 已发出警告",
      explanation: "应用运行时 Node 发出了警告:“{warning}”。每次调用都会在此处添加监听器却从不移除,因此每次 emit 调用的监听器越来越多。",
      remedy: "请在请求之外只添加一次,或用 off()、once() 将其移除;只有确实需要这么多时才提高上限。",
    },
    ru: {
      hint: "слушатели копятся: предупреждение Node",
      explanation:
        "Во время работы Node предупредил: «{warning}». Здесь при каждом вызове добавляется слушатель и не снимается, поэтому каждый emit вызывает их всё больше.",
      remedy:
        "Добавляйте его один раз, вне запроса, или снимайте с помощью off() или once(); поднимайте предел, только если столько и нужно.",
    },
  },
  find: ({ run, costs }) =>
    run.warnings
      .filter(({ name }) => name === "MaxListenersExceededWarning")
      .map(({ message, places }) => ({
        place: places.find(({ source }) => costs.sources[source]?.category === "own"),
        ticks: 0,
        inferred: false,
        figures: { warning: { text: message.slice(0, 160) } },
        documentation: "https://nodejs.org/api/events.html#emittersetmaxlistenersn",
      })),
};
