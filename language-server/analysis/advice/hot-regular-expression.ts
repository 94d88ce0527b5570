import type { AdviceRule } from "./advice.ts";
import { workByLine, markFunctions, isSignificant } from "./work-by-line.ts";

/** Of the busy time, on one line. */
const leastShare = 0.05;
const longestPattern = 60;

/** A regular expression that takes a good part of the time. */
export const hotRegularExpression: AdviceRule = {
  id: "hot-regular-expression",
  texts: {
    en: {
      hint: "hot regular expression",
      explanation:
        "The regular expression {pattern} matches for {share} of the busy time. V8 tries alternatives one after the other, and nested repetitions make that explode.",
      remedy: "Anchor it, make its parts exclude each other, test short things first, or use indexOf, startsWith or split.",
    },
    "zh-cn": {
      hint: "热点正则表达式",
      explanation: "正则表达式 {pattern} 的匹配占忙碌时间的 {share}。V8 会逐一尝试各种可能,嵌套的重复会使次数急剧增长。",
      remedy: "请加上锚点,让各部分互斥,先做简单判断,或改用 indexOf、startsWith、split。",
    },
    ru: {
      hint: "горячее регулярное выражение",
      explanation:
        "Сопоставление с {pattern} занимает {share} занятости. V8 перебирает варианты по очереди, и вложенные повторения делают перебор огромным.",
      remedy:
        "Привяжите его к краям, сделайте части взаимоисключающими, сначала проверяйте простое или возьмите indexOf, startsWith, split.",
    },
  },
  find(evidence) {
    const { profile, costs } = evidence;
    const isExpression = markFunctions(evidence, (name, _path, row) => profile.functions.source[row] === -1 && name.startsWith("RegExp: "));
    const found = workByLine(evidence, isExpression, ({ thread }, row, above) =>
      isExpression[thread.stacks.func[row] as number] === 1 ? row : above,
    );
    return found.flatMap(({ place, ticks, inferred, names }) => {
      const [hottest] = names;
      if (place === undefined || hottest === undefined || !isSignificant(ticks, costs.busyTicks, leastShare)) return [];
      const pattern = (profile.functions.name[hottest.func] as string).slice("RegExp: ".length);
      const shown = pattern.length > longestPattern ? `${pattern.slice(0, longestPattern)}…` : pattern;
      const figures = { pattern: { text: `/${shown}/` }, share: { share: ticks / costs.busyTicks } };
      const documentation = "https://nodejs.org/en/learn/asynchronous-work/dont-block-the-event-loop#blocking-the-event-loop-redos";
      return [{ place, ticks, inferred, figures, documentation }];
    });
  },
};
