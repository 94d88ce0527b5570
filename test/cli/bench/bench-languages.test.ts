import { expect, test } from "vitest";
import type { BenchResult } from "../../../language-server/answers/bench/bench-result.ts";
import { benchText } from "../../../language-server/cli/bench/bench-text.ts";
import { styleFor } from "../../../language-server/cli/terminal.ts";
import { wordsFor } from "../../../language-server/cli/words/words.ts";
import { benchMarkdown } from "../../../language-server/reports/bench/bench-markdown.ts";
import { latinWords } from "../../drivers/latin-words.ts";
import { someBench, someCost, someExcess, someFunction, someLine } from "../../reports/bench/some-bench.ts";

const names = "main fix npm start get orders amd epyc lib price js total render heatline bench code details summary gone".split(" ");

test.each(["ru_RU.UTF-8", "zh_CN.UTF-8"])("a bench in %s is in that language, but for names", async (locale) => {
  const words = await wordsFor({ LC_ALL: locale });
  const gone = { at: { file: "gone.js", line: 1, inBaseOnly: true } };
  const all: readonly BenchResult[] = [
    someBench({ per: "run", rounds: 1, leftOut: [{ round: 3, reason: "" }], functions: [someFunction("total"), someFunction("", gone)] }),
    someBench({
      per: "start",
      app: someCost("faster", 3),
      lines: [someLine(1, { ...someCost("vanished", 0), ...gone }), someLine(2, someCost("new", 5))],
    }),
    someBench({ per: "second", app: { ...someCost("noDifference", 4), ratio: null, low: null, high: null }, lines: [], functions: [] }),
    someBench({ over: [someExcess("lib/price.js#total", { budget: "2" })] }),
    someBench({ app: someCost("uncertain", 5) }),
    someBench({ unusedChanges: ["lib/price.js"] }),
    ...(["request", "run", "start", "second"] as const).map((per) => someBench({ per, figure: "cpu" })),
  ];
  const texts = all.flatMap((result) => [benchMarkdown(result, words), benchText(result, 1, styleFor({}, {}, words))]);
  const plain = texts.map((text) => text.replaceAll(/[\da-f]{7,40}/g, ""));
  expect(plain.flatMap((text) => latinWords(text, names).map((word) => `${word}: ${text.slice(0, 200)}`))).toEqual([]);
});
