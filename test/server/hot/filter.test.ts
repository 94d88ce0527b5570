import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { exportRun } from "../../../language-server/protocol/run-export.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp } from "../../drivers/server/orders-app.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

/** What each view shows under the filter: names with their share of the busy time, and what it says is hidden. */
async function shownWith(filter: Partial<StackFilter>, locale = "en") {
  await using client = await LspClient.start(bundle, { locale });
  await client.request(openRun, { folder: app.run });
  await client.select({ filter });
  const list = await client.request(hotFunctions, { query: { rankBy: "self", groupBy: "function" }, limit: 100 });
  const graph = await client.request(flame, {});
  const exported = async (format: "markdown" | "svg" | "html"): Promise<string> => {
    const file = path.join(app.runsFolder, "..", `filtered.${format}`);
    await client.request(exportRun, { folder: app.run, format, file });
    return readFile(file, "utf8");
  };
  const { shared, profiles } = graph.profile;
  const self = new Map<string, number>();
  for (const { samples, weights } of profiles)
    samples.forEach((stack, index) => {
      const name = shared.frames[stack.at(-1) ?? -1]?.name ?? "";
      self.set(name, (self.get(name) ?? 0) + (weights[index] as number) / 1_000_000);
    });
  return {
    list: list.rows.map(({ name, share }) => `${name} ${share.toFixed(3)}`),
    leftOut: list.hidden,
    listSays: list.filterText,
    flame: [...self].map(([name, share]) => `${name} ${share.toFixed(3)}`).sort(),
    flameSays: graph.filterText,
    functions: graph.functions.map(({ name }) => name),
    markdown: await exported("markdown"),
    svg: await exported("svg"),
    /** Without speedscope. */
    html: (await exported("html")).replace(/<iframe.*<\/iframe>/s, ""),
  };
}

test("one filter hides the same in the list, the flame graph, the summary, the page and the picture, and each says what", async () => {
  const hash = { name: "hash", path: app.path("util.js"), line: 3 };
  const shown = await shownWith({ hiddenKinds: ["native", "dependency", "gc"] });
  const says =
    "hidden, counted for the callers: 74.5 % native, 10.0 % dependencies, 8.0 % garbage collection · 8.0 % of the busy time has no shown caller and is left out";
  expect(shown.list).toEqual(["hash 0.750", "load 0.100", "handler 0.050", "(program) 0.020"]);
  expect(shown.flame).toEqual(["(program) 0.020", "handler 0.050", "hash 0.750", "load 0.100"]);
  expect([shown.listSays, shown.flameSays]).toEqual([says, says]);
  expect(shown.leftOut).toBeCloseTo(0.08);
  expect(shown.markdown).toContain(`- **Filter**: ${says}`);
  expect(shown.markdown).toContain("| load | 10.0 % | 10.0 % | 100 |");
  expect(shown.markdown).not.toContain("| parse |");
  expect(shown.svg).toContain(`>Filter: ${says.slice(0, 60)}`);
  expect(shown.svg).toContain("8) · 10.0 % · 100 samples</title>");
  expect(shown.svg).not.toContain("parse (");
  expect(shown.html).toContain(`<dd>${says}</dd>`);
  expect(shown.html).not.toMatch(/<td>parse<\/td>|"name":"parse"/);

  const below = await shownWith({ below: hash, showsNative: true });
  expect(below.list).toEqual(["stringify 0.450", "update 0.295", "hash 0.005"]);
  expect(below.flame).toEqual(["hash 0.005", "stringify 0.450", "update 0.295"]);
  expect([below.leftOut, below.flameSays]).toEqual([0.25, "25.0 % left out: only below hash"]);
  expect(below.svg).toContain("3) · 75.0 % · 750 samples</title>");
  expect(below.markdown).not.toContain("server.js:5");
});

test("without a choice the list and the flame graph count native code for its caller, and neither says anything", async () => {
  const shown = await shownWith({});
  expect(shown.list[0]).toBe("hash 0.750");
  expect(shown.flame).toContain("hash 0.750");
  expect([shown.listSays, shown.flameSays, shown.markdown.includes("Filter")]).toEqual(["", "", false]);
});

test(
  "files, hidden functions and recursion are said in the user's language, and frames go by the list's names",
  { tags: "thorough" },
  async () => {
    const parse = { name: "parse", path: app.path("node_modules/parser/main.js"), line: 1 };
    const shown = await shownWith({ file: "server", hidden: [parse], mergesRecursion: true }, "ru");
    expect(shown.flameSays).toBe(
      "скрыто и отнесено к вызывающим: 10,0 % в 1 функции · 10,0 % опущено: показано только то, что проходит через server · рекурсия объединена",
    );
    const whole = await shownWith({ showsNative: true }, "ru");
    expect(whole.list.toSorted()).toEqual(whole.flame);
    expect(whole.flame.join()).toContain("(сборка мусора)");
    expect(whole.functions).toContain("(garbage collector)");
  },
);
