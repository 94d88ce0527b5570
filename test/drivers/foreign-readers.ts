import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { findFlamegraph, findGo } from "../workbench/tools.mjs";
import { repository } from "../workbench/installation.mjs";

/** What another tool reads in an exported file, in the file's unit. */
export interface Read {
  readonly total: number;
  /** By the name that the tool shows. */
  readonly self: ReadonlyMap<string, number>;
}

const run = promisify(execFile);
const speedscopePage = new URL("node_modules/speedscope/dist/release/index.html", `file://${repository}/`).href;

/** By `go tool pprof`; of one of the file's values: `samples` or `cpu`. */
export async function readByPprof(file: string, value: string): Promise<Read> {
  const all = ["-nodefraction=0", "-edgefraction=0", "-nodecount=1000000", "-unit=ns"];
  const { stdout } = await run(tool("Go", findGo()), ["tool", "pprof", "-symbolize=none", "-top", `-sample_index=${value}`, ...all, file], {
    maxBuffer: 1 << 26,
  });
  const [, total] = /^Showing nodes accounting for .* of (\d+)(?:ns)? total$/m.exec(stdout) ?? [];
  const rows = [...stdout.matchAll(/^ *(\d+)(?:ns)? +[\d.]+% +[\d.]+% +\d+(?:ns)? +[\d.]+% +(.+)$/gm)];
  return { total: Number(total), self: sums(rows.map(([, amount, name]) => [name ?? "", Number(amount)])) };
}

/** By flamegraph.pl, which draws what a function has itself as the first box of its stack if the stacks are reversed. */
export async function readByFlamegraph(file: string): Promise<Read> {
  const script = tool("flamegraph.pl", findFlamegraph());
  const { stdout, stderr } = await run("perl", [script, "--reverse", file], { maxBuffer: 1 << 28 });
  if (stderr !== "") throw new Error(stderr);
  const boxes = [...stdout.matchAll(/<title>(.*) \(([\d,]+) samples, [\d.]+%\)<\/title><rect x="[\d.]+" y="([\d.]+)"/g)].map(
    ([, name = "", amount = "", top]) => ({ name: unescaped(name), amount: Number(amount.replaceAll(",", "")), top: Number(top) }),
  );
  const [bottom, second] = [...new Set(boxes.map(({ top }) => top))].toSorted((a, b) => b - a);
  return {
    total: boxes.find(({ top }) => top === bottom)?.amount ?? Number.NaN,
    self: sums(boxes.filter(({ top }) => top === second).map(({ name, amount }) => [name, amount])),
  };
}

/** speedscope's own format, as speedscope itself writes it. */
interface SpeedscopeFile {
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly {
    readonly startValue: number;
    readonly endValue: number;
    readonly events: readonly { readonly type: "O" | "C"; readonly frame: number; readonly at: number }[];
    readonly unit: string;
  }[];
}

/** A profile as speedscope's page from its npm package imports it: it is opened there, and saved again by Ctrl+S. */
export async function importedBySpeedscope(browser: Browser, file: string): Promise<SpeedscopeFile> {
  const page = await browser.newPage();
  try {
    await page.goto(speedscopePage);
    await page.setInputFiles("input[type=file]", file);
    await page.waitForFunction(() => document.querySelectorAll("canvas").length >= 3);
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Control+s");
    const chunks: Buffer[] = [];
    for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString()) as SpeedscopeFile;
  } finally {
    await page.close();
  }
}

/** All profiles together, without the time of idle samples. */
export function readFromSpeedscope({ shared, profiles }: SpeedscopeFile): Read {
  const amounts: (readonly [string, number])[] = [];
  for (const { events, startValue } of profiles) {
    const open: number[] = [];
    let last = startValue;
    for (const { type, frame, at } of events) {
      const innermost = shared.frames[open.at(-1) ?? -1]?.name;
      if (innermost !== undefined && innermost !== "(idle)") amounts.push([innermost, at - last]);
      last = at;
      if (type === "O") open.push(frame);
      else open.pop();
    }
  }
  return { total: amounts.reduce((sum, [, amount]) => sum + amount, 0), self: sums(amounts) };
}

/** A flame graph of ours as a browser draws it: the titles' samples, and the boxes' widths in per cent of all. */
export async function drawnInBrowser(page: Page, address: string): Promise<{ readonly ticks: number; readonly percent: number }> {
  await page.goto(address);
  const roots = await page.evaluate(() =>
    Array.from(document.querySelectorAll<SVGSVGElement>('.box[data-row="0"]'), (box) => ({
      title: box.querySelector("title")?.textContent ?? "",
      percent: (100 * box.getBoundingClientRect().width) / (box.parentElement?.getBoundingClientRect().width ?? 0),
    })),
  );
  const ticksIn = (title: string): number => Number((/ · ([\d,]+) samples?$/.exec(title)?.[1] ?? "").replaceAll(",", ""));
  return {
    ticks: roots.reduce((sum, { title }) => sum + ticksIn(title), 0),
    percent: roots.reduce((sum, { percent }) => sum + percent, 0),
  };
}

function sums(amounts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [name, amount] of amounts) all.set(name, (all.get(name) ?? 0) + amount);
  return all;
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

function tool(name: string, file: string | undefined): string {
  if (file === undefined) throw new Error(`No ${name} found: run \`node test/workbench/ensure-tools.mjs\`.`);
  return file;
}
