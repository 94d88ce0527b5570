import { expect, test } from "vitest";
import { type Scope, wholeRun } from "../../language-server/analysis/selection/selection.ts";
import { reportWordsIn } from "../../language-server/lsp/words/group-text.ts";
import { plainScopeText, scopeText } from "../../language-server/reports/scope-text.ts";

const threads = ["main", "worker 1", "worker 2", "child 4711"].map((name, id) => ({ id, name }));
const spans = [{ from: 6_100_000, to: 6_899_999.7 }];

test.each<[Partial<Scope>, string, string, string]>([
  [{}, "", "", ""],
  [{ threads: [1] }, "worker 1", "worker 1", "worker 1"],
  [{ threads: [1], spans }, "worker 1 · 6.1 to 6.9 s", "worker 1 · 6,1–6,9 с", "worker 1 · 6.1 至 6.9 秒"],
  [{ threads: [2, 0] }, "main · worker 2", "main · worker 2", "main · worker 2"],
  [{ threads: [0, 1, 2, 3] }, "4 threads", "потоков: 4", "4 个线程"],
  [{ spans: [{ from: 0, to: 740_200 }] }, "start-up", "старт", "启动"],
  [{ threads: [1], spans: [{ from: 0, to: 740_201 }] }, "worker 1 · 0 to 0.74 s", "worker 1 · 0–0,74 с", "worker 1 · 0 至 0.74 秒"],
  [{ spans: [0, 1, 2, 3].map((at) => ({ from: at * 2e6, to: at * 2e6 + 5e5 })) }, "4 spans of time", "отрезков времени: 4", "4 个时间段"],
])("%j is named in every language", (part, ...texts) => {
  const scope = { ...wholeRun, ...part };
  expect(
    (["en", "ru", "zh-cn"] as const).map((locale) => scopeText(scope, { threads, listenedAtMs: 740.2 }, reportWordsIn(locale))),
  ).toEqual(texts);
  expect(plainScopeText(scope, { threads, listenedAtMs: 740.2 })).toBe(texts[0]?.replaceAll(" · ", ", "));
});
