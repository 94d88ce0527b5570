import { expect, test } from "vitest";
import { anyProblems } from "../axe.ts";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { allThemes } from "../themes.ts";
import { someOf } from "../../workbench/some-of.mjs";
import { demoRun, withoutLoad } from "./planted-strip.ts";
import { addTimelinePage, fromRun, openTimeline, type Panel } from "./timeline-panel.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);

async function openList(url = host.url, run = demoRun): Promise<Panel> {
  const panel = await openTimeline(host.browser, url, fromRun(run));
  await panel.page.getByRole("button", { name: "Show as List" }).click();
  await panel.page.getByRole("table", { name: "The shown time in parts" }).waitFor();
  return panel;
}

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test("the list has every block with what it is, and goes to its line or selects it by keyboard", async () => {
  const panel = await openList();
  const { page } = panel;
  const table = page.getByRole("table", { name: "Blocks", exact: true });
  const rows = await table
    .getByRole("row")
    .evaluateAll((all) => all.map((row) => [...row.children].slice(0, 5).map((each) => each.textContent)));
  expect(rows.map((row) => plain(row.join(" | ")))).toEqual([
    "Begins at | Length | Thread | Kind | What",
    "2.000 s | 310 ms | main | block | sync.js:12 crunch, 0.31 s",
    "3.000 s | 200 ms | worker 1 | block | worker.js:40 hash, 0.20 s",
    "4.500 s | 120 ms | main | block | passwords.js:9 verify, 0.12 s",
    "6.200 s | 700 ms | main | block | sync.js:12 crunch, 0.70 s",
    "8.100 s | 300 ms | main | busy turn | busy turn, 0.30 s",
    "8.500 s | 200 ms | worker 1 | garbage collection | Garbage collection, 0.20 s",
    "9.000 s | 200 ms | main | no CPU | no CPU, 0.20 s",
  ]);
  await page.getByRole("button", { name: "Show as List" }).focus();
  for (const key of ["Tab", "Tab", "Enter", "Tab", "Enter"]) await page.keyboard.press(key);
  expect(await panel.reported()).toEqual([
    { type: "revealBlock", key: "run-1", block: { thread: 0, from: 2_000_000, to: 2_310_000 } },
    { type: "selectSpans", key: "run-1", spans: [{ from: 2_000_000, to: 2_310_000 }] },
  ]);
});

test("the list has the shown time in twenty parts, with figures of their own", async () => {
  const panel = await openList();
  const rows = panel.page.getByRole("table", { name: "The shown time in parts" }).getByRole("row");
  expect(await rows.count()).toBe(21);
  const texts = async (row: number) => (await rows.nth(row).locator("th, td").allInnerTexts()).map(plain);
  expect(await texts(0)).toEqual(
    ["Time", "main, busy", "worker 1, busy", "Hottest line", "req/s", "p50", "p99", "Errors", "event loop", "delay p99", "heap", "Actions"], // prettier-ignore
  );
  const first = await texts(1);
  expect(first[0]).toBe("0.000–0.500 s");
  expect(first[1]).toMatch(/^\d+ %: own code \d+ %, dependencies \d+ %, Node\.js core \d+ %$/);
  expect(first[3]).toBe("routes.js:31 render");
  expect((await panel.wanted()).at(-1)).toMatchObject({ columns: 20 });
  await rows
    .nth(3)
    .getByRole("button", { name: /^Select/ })
    .click();
  expect(await panel.reported()).toEqual([{ type: "selectSpans", key: "run-1", spans: [{ from: 1_000_000, to: 1_500_000 }] }]);
});

test("the start of the app can be selected from the list", async () => {
  const panel = await openList(host.url, { ...demoRun, listenedAt: 2_600_000 });
  await panel.page.getByRole("button", { name: /^Select: Start-up: 0\.00–2\.60/ }).click();
  expect(await panel.reported()).toEqual([{ type: "selectSpans", key: "run-1", spans: [{ from: 0, to: 2_600_000 }] }]);
});

test("the list follows the zoom, and the drawing comes back where it was", async () => {
  const panel = await openList();
  await panel.page.getByRole("button", { name: "Zoom In" }).click();
  await panel.settled();
  expect((await panel.wanted()).at(-1)).toMatchObject({ columns: 20, span: { from: 2_500_000, to: 7_500_000 } });
  expect(await panel.page.getByRole("table", { name: "Blocks", exact: true }).getByRole("row").count()).toBe(4);
  await panel.page.getByRole("button", { name: "Show as List" }).click();
  await panel.settled();
  expect((await panel.wanted()).at(-1)).toMatchObject({ columns: 1176, span: { from: 2_500_000, to: 7_500_000 } });
  expect(await panel.page.getByRole("application").isVisible()).toBe(true);
});

test("without a load the list has no columns for it, and says what is missing", async () => {
  const panel = await openList(host.url, withoutLoad);
  const head = await panel.page.getByRole("table", { name: "The shown time in parts" }).getByRole("columnheader").allInnerTexts();
  expect(head).toEqual(["Time", "main, busy", "worker 1, busy", "Hottest line", "Actions"]);
  await panel.page.getByRole("region", { name: "Timeline of the run" }).getByText("This run has no load.").waitFor();
});

test.each(someOf(1, allThemes))("axe finds nothing in drawing, selection and list in %s", { timeout: 60_000 }, async (theme) => {
  const panel = await openTimeline(host.browser, addTimelinePage(host.site, theme), fromRun({ ...demoRun, threads: 9 }));
  await panel.send({ type: "timelineSpans", spans: [{ from: 1_000_000, to: 3_000_000 }] });
  await panel.page.mouse.move(700, 60);
  await panel.settled();
  expect(await anyProblems(panel.page)).toEqual([]);
  await panel.page.getByRole("button", { name: "Show as List" }).click();
  await panel.page.getByRole("table", { name: "The shown time in parts" }).waitFor();
  expect(await anyProblems(panel.page)).toEqual([]);
});
