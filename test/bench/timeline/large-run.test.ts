import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writeRun } from "../../../language-server/history/run-store.ts";
import type { TimelineView } from "../../../webview/timeline/incoming.ts";
import type { FromTimeline } from "../../../webview/timeline/outgoing.ts";
import { browserAndSite, open } from "../../webview/browser.ts";
import { bundle } from "../../webview/bundle.ts";
import { addTimelinePage } from "../../webview/timeline/timeline-panel.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { repository } from "../../workbench/installation.mjs";
import { median, publishTable } from "../bench-table.ts";
import { earlierBuild } from "../measured/earlier-build.ts";
import { measuredScript } from "../measured/measured-script.ts";
import { answerFromNowOn, drag, firstPaint, hold, tasksOf } from "../measured/timeline/strip-page.ts";
import { tiledRun } from "../measured/timeline/tiled-run.ts";
import type { TimelineFigures } from "../measured/timeline/timeline-run.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);
const run = promisify(execFile);
const rounds = 5;
const pairs = 15;
/** The last commit without a time strip. */
const earlier = process.env["HEATLINE_BENCH_COMMIT"] ?? "c94bb931";

test(
  "what the time strip of a run of a million samples and 200,000 requests takes, beside its bars",
  async () => {
    await using scratch = await ScratchFolder.make("bench");
    const folder = scratch.path;
    const draft = await tiledRun();
    const [{ folder: whole }, { folder: plain }] = [await writeRun(folder, draft), await writeRun(folder, { ...draft, tracks: undefined })];
    const measure = await measuredScript<TimelineFigures>("timeline/timeline-run.ts", folder);
    const figures: TimelineFigures[] = [];
    const without: TimelineFigures[] = [];
    for (let round = 0; round < rounds; round++) {
      figures.push(await measure(whole));
      without.push(await measure(plain));
    }
    const of = (value: (each: TimelineFigures) => number, all = figures): number => median(all.map(value));
    const strip = (figures[0] as TimelineFigures).strip;
    expect([strip.blocks.length > 0, strip.load === undefined]).toEqual([true, false]);
    const { paint, task } = await drawn(shownStrip(strip));
    const ratio = await openingRatio(whole, await earlierBuild(earlier), folder);
    const megabytes = of((each) => each.megabytes);
    const more = 100 * (megabytes / of((each) => each.megabytes, without) - 1);
    await publishTable(
      "timeline-bars",
      ["what", "measured", "bar"],
      [
        ["strip: asked → its data read, ms (first in its process)", of((each) => each.stripMs).toFixed(0), ""],
        ["… → painted, ms", paint.toFixed(0), ""],
        ["first paint, ms", (of((each) => each.stripMs) + paint).toFixed(0), "300"],
        ["longest task of a drag of 2 s, CPU ms", task.toFixed(0), "50"],
        ["heat and hottest functions after a drag, CPU ms", of((each) => each.selectCpuMs).toFixed(0), "200"],
        ["resident memory with all of these, %", `${more >= 0 ? "+" : ""}${more.toFixed(0)}`, "+30"],
        [`opening (report --json), CPU time to ${earlier}`, ratio.toFixed(2), "1.1"],
        ["slowest requests, CPU ms (first in its process)", of((each) => each.slowestCpuMs).toFixed(0), ""],
      ],
    );
  },
  30 * 60_000,
);

function shownStrip(strip: TimelineFigures["strip"]): TimelineView {
  return {
    ...strip,
    lines: strip.lines.map(({ path: file, line, name }) => ({ label: `${path.basename(file)}:${line}`, name })),
    blockTexts: strip.blocks.map(({ hottest }) => `${path.basename(hottest?.path ?? "")}:${hottest?.line} ${hottest?.name}, 0.1 s`),
    missing: [],
  };
}

/** First paint and the longest task of a drag, in milliseconds: the median and the most of three. */
async function drawn(strip: TimelineView): Promise<{ readonly paint: number; readonly task: number }> {
  const [paints, tasks]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    const opened = await open(host.browser, host.url, { width: 1280, height: 200 });
    const { page } = opened;
    await opened.posted<FromTimeline>("timelineReady");
    await opened.send({ type: "timelineRun", key: "run", isLive: false, spans: [] });
    const { id } = await opened.posted<Extract<FromTimeline, { type: "timelineWanted" }>>("timelineWanted");
    await hold(page, { type: "timelineData", id, timeline: strip });
    paints.push(await firstPaint(page));
    await answerFromNowOn(page, strip);
    tasks.push(...(await tasksOf(host.browser, page, () => drag(page, performance.now()))));
  }
  return { paint: median(paints), task: Math.max(...tasks) };
}

/** Median of the pairs; either build is first in every other one. */
async function openingRatio(run: string, before: string, folder: string): Promise<number> {
  const builds = [before, path.join(repository, "out")];
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const times: number[] = [];
    for (const build of pair % 2 === 0 ? [0, 1] : [1, 0]) times[build] = await openingMs(builds[build] as string, run, folder);
    ratios.push((times[1] as number) / (times[0] as number));
  }
  return median(ratios);
}

async function openingMs(out: string, opened: string, folder: string): Promise<number> {
  const file = path.join(folder, "cpu");
  const preload = path.join(import.meta.dirname, "../measured/exit-cpu.cjs");
  await run(process.execPath, ["--require", preload, path.join(out, "heatline.js"), "report", opened, "--json"], {
    env: { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: "", HEATLINE_BENCH_CPU: file },
    maxBuffer: 64e6,
  });
  return Number(await readFile(file, "utf8"));
}
