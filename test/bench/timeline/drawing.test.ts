import { expect, test } from "vitest";
import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import type { FromTimeline } from "../../../webview/timeline/outgoing.ts";
import { browserAndSite, open } from "../../webview/browser.ts";
import { bundle } from "../../webview/bundle.ts";
import { demoRun, type PlantedRun, stripOf } from "../../webview/timeline/planted-strip.ts";
import { addTimelinePage } from "../../webview/timeline/timeline-panel.ts";
import { median, publishTable } from "../bench-table.ts";
import { answerFromNowOn, drag, firstPaint, hold, pan, sum, tasksOf, zoom } from "../measured/timeline/strip-page.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);

const rounds = 3;

/** A million samples of 1 ms, by so many threads, with as many blocks as a strip has at most. */
function largeRun(threads: number): PlantedRun {
  const length = 1e9 / threads;
  const blocks = Array.from({ length: 2000 }, (_, index): Block => {
    const from = Math.round((index * length) / 2000);
    const hottest = { path: "/app/src/sync.js", line: 12, name: "crunch", ticks: 60 };
    return { thread: index % threads, from, to: from + 60_000, kind: "block", hottest };
  });
  return { ...demoRun, length, threads, blocks, blockTexts: blocks.map(() => "sync.js:12 crunch, 0.06 s") };
}

const cases = [
  { name: "1280 × 200, 2 threads", width: 1280, height: 200, threads: 2 },
  { name: "4104 × 600, 8 threads: as many columns as cross a process", width: 4104, height: 600, threads: 8 },
] as const;

test(
  "the strip's first paint, and the longest task while it is dragged, zoomed and panned for two seconds each",
  async () => {
    const rows: string[][] = [];
    for (const { name, width, height, threads } of cases) {
      const strip = stripOf(largeRun(threads), width - 104);
      const [paints, times]: [number[], number[]] = [[], []];
      const tasks: number[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const opened = await open(host.browser, host.url, { width, height });
        const { page } = opened;
        await opened.posted<FromTimeline>("timelineReady");
        await opened.send({ type: "timelineRun", key: "run", isLive: false, spans: [] });
        const wanted = await opened.posted<Extract<FromTimeline, { type: "timelineWanted" }>>("timelineWanted");
        await hold(page, { type: "timelineData", id: wanted.id, timeline: strip });
        paints.push(sum(await tasksOf(host.browser, page, async () => times.push(await firstPaint(page)))));
        await answerFromNowOn(page, strip);
        tasks.push([]);
        for (const act of [drag, zoom, pan])
          tasks.at(-1)?.push(Math.max(...(await tasksOf(host.browser, page, () => act(page, performance.now())))));
      }
      const longest = [0, 1, 2].map((action) => Math.max(...tasks.map((each) => each[action] ?? 0)).toFixed(0));
      rows.push([name, String(strip.columns), median(times).toFixed(0), median(paints).toFixed(0), ...longest]);
    }
    const head = [
      "window",
      "columns",
      "first paint, ms",
      "of it the page's CPU ms",
      "longest task of a drag, CPU ms",
      "of a zoom",
      "of a pan",
    ];
    await publishTable("timeline-drawing", head, rows);
    expect(rows).toHaveLength(cases.length);
  },
  10 * 60_000,
);
