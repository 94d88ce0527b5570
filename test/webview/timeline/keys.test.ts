import { beforeEach, expect, test } from "vitest";
import { browserAndSite } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { demoRun } from "./planted-strip.ts";
import { addTimelinePage, fromRun, openTimeline, type Panel } from "./timeline-panel.ts";

const host = browserAndSite(
  () => bundle("timeline"),
  (site) => addTimelinePage(site),
);
let panel: Panel;
beforeEach(async () => {
  panel = await openTimeline(host.browser, host.url, fromRun(demoRun));
  await panel.page.getByRole("application", { name: "Timeline of the run" }).focus();
});

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

/** Keys in such a quick succession as one that is held down gives, however busy the machine is. */
function hold(...keys: readonly string[]): Promise<void> {
  return panel.page.evaluate((all) => {
    for (const each of all) {
      const parts = each.split("+");
      const init = {
        key: parts.at(-1)!,
        ctrlKey: parts.includes("Control"),
        shiftKey: parts.includes("Shift"),
        bubbles: true,
        cancelable: true,
      };
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
    }
  }, keys);
}

const spansReported = async () =>
  (await panel.reported()).flatMap((each) =>
    each.type === "selectSpans" ? [each.spans.map(({ from, to }) => [from / 1e6, to / 1e6])] : [],
  );

async function shown(): Promise<readonly [number, number]> {
  await panel.settled();
  const { span } = (await panel.wanted()).at(-1)!;
  return span === undefined ? [0, 10] : [span.from / 1e6, span.to / 1e6];
}

test("arrows move the cursor, which is read aloud when they rest", async () => {
  const said = () => panel.page.getByRole("status").innerText();
  await press("Home", "ArrowRight", "ArrowRight", "Control+ArrowRight");
  await expect.poll(said).toMatch(/^1\.20\ss\. main: busy/);
  await press("ArrowLeft");
  await expect.poll(said).toMatch(/^1\.10\ss\. main: busy/);
});

test("Shift with arrows selects, reported once when the keys rest, and Escape clears", async () => {
  await press("Home", "Control+ArrowRight");
  await hold("Shift+ArrowRight", "Shift+ArrowRight", "Control+Shift+ArrowRight");
  await expect.poll(spansReported).toEqual([[[1, 2.2]]]);
  await press("Escape");
  expect(await spansReported()).toEqual([[[1, 2.2]], []]);
});

test("edges are sliders that move by keys, apart from each other", async () => {
  await panel.send({ type: "timelineSpans", spans: [{ from: 2_000_000, to: 2_100_000 }] });
  const [start, end] = [panel.page.getByRole("slider", { name: "Start of the selected time" }), panel.page.getByRole("slider").last()];
  await start.focus();
  await press("ArrowLeft");
  await expect.poll(spansReported).toEqual([[[1.95, 2.1]]]);
  await hold("ArrowLeft", "Shift+ArrowLeft");
  await expect.poll(spansReported).toEqual([[[1.95, 2.1]], [[1.4, 2.1]]]);
  expect(await start.getAttribute("aria-valuetext")).toBe("1.40\u00a0s");
  await end.focus();
  await press("PageUp");
  await expect.poll(spansReported).toHaveLength(3);
  expect((await spansReported())[2]).toEqual([[1.4, 2.6]]);
  await hold("PageDown", "PageDown", "PageDown");
  await expect.poll(spansReported).toHaveLength(4);
  const last = (await spansReported())[3]![0]!;
  expect(last[1]! > last[0]!).toBe(true);
  expect(await panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("End of the selected time");
});

test("plus and minus zoom about the cursor, Page Down pans, 0 shows all", async () => {
  await press("Home", "Control+ArrowRight", "Control+ArrowRight", "+", "+");
  expect(await shown()).toEqual([1.5, 4]);
  await press("PageDown");
  expect(await shown()).toEqual([3.5, 6]);
  await press("-");
  expect(await shown()).toEqual([2.25, 7.25]);
  await press("0");
  expect(await shown()).toEqual([0, 10]);
});

test("brackets go from block to block and to their lines, round about; waits for a processor are none", async () => {
  const revealed = async () => (await panel.reported()).flatMap((each) => (each.type === "revealBlock" ? [each.block.from / 1e6] : []));
  await press("]", "]", "]", "]");
  expect(await revealed()).toEqual([2, 3, 4.5, 6.2]);
  // Each is selected, too, which is read aloud with what it is.
  expect(await spansReported()).toEqual([[[2, 2.31]], [[3, 3.2]], [[4.5, 4.62]], [[6.2, 6.9]]]);
  await panel.page.getByRole("status").getByText("sync.js:12 crunch, 0.70 s. Selected: 6.200–6.900 s").waitFor();
  // The busy turn and the collection have no line to go to; after them comes the first block.
  await press("]");
  await panel.page.getByRole("status").getByText("busy turn, 0.30 s").waitFor();
  await press("]");
  await panel.page.getByRole("status").getByText("Garbage collection, 0.20 s").waitFor();
  await press("]");
  expect((await revealed()).slice(4)).toEqual([2]);
  await press("[", "[", "[", "Enter");
  expect((await revealed()).slice(5)).toEqual([6.2, 6.2]);
});

test("a block of a command of the window is brought into view and read aloud, and keys go on from it", async () => {
  await panel.page.mouse.move(700, 66);
  for (let turn = 0; turn < 8; turn += 1) await press("+");
  await panel.send({ type: "timelineReveal", span: { from: 6_200_000, to: 6_900_000 } });
  await panel.settled();
  const [from, to] = await shown();
  expect([from < 6.2, to > 6.9]).toEqual([true, true]);
  await panel.page.getByRole("status").getByText("sync.js:12 crunch, 0.70 s").waitFor();
  await press("[");
  const [revealed] = (await panel.reported()).filter(({ type }) => type === "revealBlock");
  expect(revealed).toEqual({ type: "revealBlock", key: "run-1", block: { thread: 0, from: 4_500_000, to: 4_620_000 } });
});

test("Escape ends a drag, then the selection, then the zoom", async () => {
  const { mouse } = panel.page;
  await press("+");
  await mouse.move(300, 66);
  await mouse.down();
  await mouse.move(400, 66);
  await press("Escape");
  await mouse.up();
  expect(await spansReported()).toEqual([]);
  await mouse.move(300, 66);
  await mouse.down();
  await mouse.move(400, 66);
  await mouse.up();
  await press("Escape");
  expect((await spansReported()).length).toBe(2);
  expect(await shown()).not.toEqual([0, 10]);
  await press("Escape");
  expect(await shown()).toEqual([0, 10]);
});
