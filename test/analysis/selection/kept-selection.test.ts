import { expect, test } from "vitest";
import { keptOf, selectionIn } from "../../../language-server/analysis/selection/kept-selection.ts";
import { noRoute } from "../../../language-server/analysis/selection/no-route.ts";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";

const render = { name: "render", path: "/app/app.js", line: 5 };
const gone = { name: "gone", path: "/app/app.js", line: 9 };
const spans = [{ from: 0, to: 100 }];
const has = {
  threads: [
    { id: 3, name: "main" },
    { id: 8, name: "worker 1" },
  ],
  function: ({ name }: { readonly name: string }) => name === "render",
  group: (key: string) => key.startsWith("rule\t"),
  file: (part: string) => "/app/app.js".includes(part),
  measure: "wall",
  routes: ["GET /orders"],
};

test("threads are kept by name and found under another id; everything stays everything", () => {
  const kept = keptOf({ ...everything, threads: [1], spans }, [
    { id: 0, name: "main" },
    { id: 1, name: "worker 1" },
  ]);
  expect(kept).toEqual({ ...everything, threads: ["worker 1"], spans });
  expect(selectionIn(kept, has)).toEqual({ selection: { ...everything, threads: [8], spans }, dropped: [] });
  expect(selectionIn(keptOf(everything, []), has)).toEqual({ selection: everything, dropped: [] });
});

test("routes are kept by name, and what runs for none where there are some", () => {
  const routes = ["GET /orders", "GET /gone", noRoute];
  const kept = keptOf({ ...everything, routes }, []);
  expect(selectionIn(kept, has)).toEqual({ selection: { ...everything, routes: ["GET /orders", noRoute] }, dropped: ["GET /gone"] });
  expect(selectionIn(kept, { ...has, routes: [] })).toEqual({ selection: everything, dropped: ["GET /orders", "GET /gone"] });
});

test("what names nothing is dropped and named, the rest stays", () => {
  const filter = { ...noFilter, hidden: [render, gone], below: gone, file: "lib/", hiddenKinds: ["gc" as const] };
  expect(selectionIn({ ...everything, threads: ["child 7"], filter, measure: "cpu" }, has)).toEqual({
    selection: { ...everything, filter: { ...noFilter, hidden: [render], hiddenKinds: ["gc"] } },
    dropped: ["child 7", "gone", "lib/", "cpu"],
  });
});

test("a plugin, rule or test is kept where the run has it, else dropped by its name", () => {
  const kept = (group: string) => keptOf({ ...everything, filter: { ...noFilter, group } }, []);
  const rule = ["rule", "no-foo", "/app/no-foo.js", 1].join("\t");
  expect(selectionIn(kept(rule), has)).toEqual({ selection: { ...everything, filter: { ...noFilter, group: rule } }, dropped: [] });
  const plugin = ["plugin", "", "/app/vite.config.js", 7].join("\t");
  expect(selectionIn(kept(plugin), has)).toEqual({ selection: everything, dropped: ["vite.config.js:7"] });
});
