import { expect, test } from "vitest";
import { exportName } from "../../../language-server/analysis/exporters/scope-name.ts";
import { type Scope, wholeRun } from "../../../language-server/analysis/selection/selection.ts";
import { filesOfThreads } from "../../../language-server/reports/exported-run.ts";

const threads = ["main", "worker 1", "worker 2", "child 4711", "worker 1"].map((name, id) => ({ id, name }));
const span: Scope = { ...wholeRun, spans: [{ from: 6_100_000, to: 6_899_999.7 }] };

test.each<[Partial<Scope>, string]>([
  [{}, "shop-node-app.js"],
  [{ threads: [1] }, "shop-node-app.js-worker-1"],
  [{ threads: [1], spans: span.spans }, "shop-node-app.js-worker-1-6.1-6.9s"],
  [{ threads: [4, 0, 1] }, "shop-node-app.js-main-worker-1"],
  [{ threads: [0, 1, 2, 3] }, "shop-node-app.js-4-threads"],
  [
    {
      spans: [
        { from: 0, to: 1_500_000 },
        { from: 2e6, to: 3e6 },
      ],
    },
    "shop-node-app.js-0-1.5s-2-3s",
  ],
])("a file of %j is proposed as %s", (scope, name) => {
  expect(exportName("shop · node app.js", { ...wholeRun, ...scope }, threads)).toBe(name);
});

test("names of other scripts stay, and one of marks alone is a run's", () => {
  expect(exportName("магазин/一号", wholeRun, threads)).toBe("магазин-一号");
  expect(exportName("«»", span, [])).toBe("run-6.1-6.9s");
  // Neither `0.5-0.5s` nor the name of its neighbour.
  expect(exportName("shop", { ...wholeRun, spans: [{ from: 500_000, to: 500_400 }] }, [])).toBe("shop-0.5-0.5004s");
});

test("a further thread's file has the thread before the span, and no two threads have one file", () => {
  const further = (file: string, scope?: Scope): string | undefined => filesOfThreads(file, ["main", "worker 1"], scope)[1];
  expect(further("/tmp/shop.cpuprofile")).toBe("/tmp/shop-worker-1.cpuprofile");
  expect(further("shop-6.1-6.9s.cpuprofile", span)).toBe("shop-worker-1-6.1-6.9s.cpuprofile");
  expect(further("shop.cpuprofile", span)).toBe("shop-worker-1-6.1-6.9s.cpuprofile");
  const names = ["main", "worker", "worker", "Worker", "поток а", "поток б"];
  expect(filesOfThreads("x.cpuprofile", names).join(" ").replaceAll(".cpuprofile", "")).toBe(
    "x x-worker x-worker-2 x-Worker-3 x-поток-а x-поток-б",
  );
});
