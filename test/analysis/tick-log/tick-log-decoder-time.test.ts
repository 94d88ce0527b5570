import { expect, test } from "vitest";
import type { DecodedTickLog } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import type { LogWindow } from "../../../language-server/analysis/tick-log/timeline.ts";
import { app, decode, drawn } from "./drawn-log.ts";

test("garbage collection, compilation and waiting are shown as such", () => {
  const log = `${app}tick,0x9,1000,0,0x0,1\ntick,0x9,2000,0,0x0,3,0x200a\ntick,0x9,3000,0,0x0,5\ntick,0x9,9000,0,0x0,8\n`;
  const { profile, meta } = decode(log);
  expect(drawn({ profile } as DecodedTickLog)).toEqual([
    "(garbage collector)",
    "outer 1:26 > (bytecode compiler)",
    "(program)",
    ...Array<string>(9).fill("(idle)"),
  ]);
  // Three ticks share 2,000 µs of work; the wait of 6,000 µs counts as the number of ticks it would take.
  expect([profile.interval, meta.busyTicks, meta.recordedTicks]).toEqual([2000 / 3, 3, 4]);
});

test("what V8 takes for writing a script's text into its log is nobody's time", () => {
  const [source] = app.match(/^script-source.*\n/m) ?? [""];
  const work = (time: number, state = 3): string => `tick,0x9,${time},0,0x0,${state},0x200a\n`;
  // As Node 20 writes them: some at once behind the text, others when its thread next gets the log.
  const waiting = [41_003, 41_006, 41_009].map((time) => work(time)).join("");
  const behind = `${work(41_000)}code-creation,JS,10,41500,0x5000,64,later file:///app.js:1:15,0xc00,~\n${waiting}${work(42_000)}${work(43_000, 0)}`;
  const late = app.replace(source, `${work(1000)}${source}${work(40_990)}${work(40_995)}`) + behind;
  expect(Array.from(decode(late).profile.samples.time)).toEqual([0, 41_000, 42_000]);
  // Node 24 has a state for it.
  const { profile, meta } = decode(app + [1000, 2000, 3000, 4000].map((time) => work(time, time === 2000 ? 9 : 0)).join(""));
  expect([meta.busyTicks, profile.interval]).toEqual([3, 750]);
  // Two at once elsewhere were not held up by a text.
  expect(decode(`${app}${work(1000)}${work(2000)}${work(3000)}${work(3005)}`).meta).toMatchObject({ busyTicks: 4 });
});

test("samples are cut by the log's clock, and idle time from the inspector determines the interval", () => {
  const ticks = [1000, 2000, 3000, 4000, 5000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const { profile, meta } = decode(app + ticks, { from: 2000, to: 8000, idle: 3000 });
  expect(Array.from(profile.samples.time.slice(0, 3))).toEqual([0, 1000, 2000]);
  expect([meta.busyTicks, profile.interval, profile.samples.stack.length]).toEqual([4, 750, 8]);
});

test("a thread with unknown start and end has the time from its first to its last tick", () => {
  const ticks = [1000, 5000, 6000, 7000, 90_000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const { profile, meta } = decode(app + ticks, { from: 2000, to: 80_000, isTight: true });
  expect([meta.busyTicks, meta.length, profile.interval]).toEqual([3, 2000, 2000 / 3]);
  expect(decode(app + ticks, { from: 10_000, to: 80_000, isTight: true }).meta).toMatchObject({ busyTicks: 0, length: 0 });
});

test("times of a thread that began later are since the start of the window, so that a span is the same moments of all threads", () => {
  const ticks = [1000, 2000, 3000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const [own, late] = [
    { from: 0, to: 80_000, isTight: true },
    { from: 1500, to: 3500 },
  ].map((window) => {
    const { profile, meta } = decode(app + ticks, { ...window, start: -5000 });
    return [Array.from(profile.samples.time), profile.interval, meta.length];
  });
  expect(own).toEqual([[6000, 7000, 8000], 2000 / 3, 2000]);
  expect(late).toEqual([[7000, 8000], 1000, 2000]);
  // None of its ticks is before all times.
  expect(Array.from(decode(app + ticks, { from: 0, to: 3500, start: 2000 }).profile.samples.time)).toEqual([1000, 2000, 3000]);
});

test("of a thread that ends, what comes after its last listener is not work: at its exit only JavaScript is", () => {
  const work = [1000, 2000, 3000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const listener = "tick,0x9,3600,0,0x0,1\ntick,0x1210,4000,0,0x0,0,0x200a\n";
  const end = [5000, 6000, 7000].map((time) => `tick,0x9,${time},0,0x0,6\n`).join("");
  const { meta } = decode(app + work + listener + end, { from: 0, to: 9000, idle: 0, exit: 3500 });
  expect([meta.busyTicks, meta.length, meta.unwrittenTicks]).toEqual([5, 4000, 0]);
  // Without a listener of its own it ends where it called them.
  expect(decode(app + work + end, { from: 0, to: 9000, idle: 0, exit: 3500 }).meta).toMatchObject({ busyTicks: 3, length: 3500 });
  // Not yet at its end, native code is the app's.
  expect(decode(app + work + end, { from: 0, to: 9000, idle: 0 }).meta).toMatchObject({ busyTicks: 6, length: 9000 });
});

test("ticks that V8 had not written at a thread's end are counted by the gap before it, and are not spread over the others", () => {
  const ticks = [1000, 2000, 3000, 4000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const window = { from: 0, to: 10_000, exit: 10_000 };
  const { profile, meta } = decode(app + ticks, { ...window, idle: 0 });
  expect([meta.unwrittenTicks, meta.busyTicks, profile.interval]).toEqual([5, 4, 1250]);
  // It waited; whether it did is unknown; or V8 went on writing, so it had written what came before.
  expect(decode(app + ticks, { ...window, idle: 5500 }).meta.unwrittenTicks).toBe(0);
  expect(decode(app + ticks, window).meta.unwrittenTicks).toBe(0);
  expect(decode(`${app}${ticks}tick,0x9,10500,0,0x0,6\n`, { ...window, idle: 0 }).meta.unwrittenTicks).toBe(0);
  // V8 has not that many ticks waiting: its log stopped.
  expect(decode(app + ticks, { from: 0, to: 400_000, exit: 400_000, idle: 0 }).meta.unwrittenTicks).toBe(0);
  // Nobody knows when it ended.
  expect(decode(app + ticks, { from: 0, to: 10_000, idle: 0 }).meta.unwrittenTicks).toBe(0);
});

test("what follows the last tick of a thread that ended without reporting its waits is not spread over its ticks", () => {
  const at = (...times: readonly number[]): string => times.map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const log = app + at(1000, 2000, 3000, 4000);
  const ended = { from: 0, hasEnded: true };
  // A worker that was terminated while it waited, within the window or after it.
  const { profile, meta } = decode(log, { ...ended, to: 804_000, exit: 804_000 });
  expect([meta.busyTicks, profile.interval]).toEqual([4, 1250]);
  expect(decode(log, { ...ended, to: 804_000 }).profile.interval).toBe(1250);
  // V8 may not have written so many; or it goes on; or it has reported how long it waited.
  expect(decode(log, { ...ended, to: 200_000 }).profile.interval).toBe(50_000);
  expect(decode(log, { from: 0, to: 804_000 }).profile.interval).toBe(201_000);
  expect(decode(log, { ...ended, to: 804_000, idle: 800_000 }).profile.interval).toBe(1000);
  expect(decode(log + at(900_000), { ...ended, to: 804_000 }).profile.interval).toBe(201_000);
  // Beside it are the waits that V8's states show.
  expect(decode(`${log}tick,0x9,104000,0,0x0,8\n`, { ...ended, to: 904_000 }).profile.interval).toBe(1250);
});

test("waiting in Atomics.wait is not idle time of the event loop, and is added to it", () => {
  const blocked = [2000, 3000, 4000, 5000].map((time) => `tick,0x9,${time},0,0x0,7\n`).join("");
  const { profile, meta } = decode(`${app}${blocked}tick,0x1210,6000,0,0x0,0,0x200a\ntick,0x1210,7000,0,0x0,0,0x200a\n`, {
    from: 1000,
    to: 10_000,
    idle: 3000,
  });
  expect([meta.busyTicks, profile.interval]).toEqual([2, 1000]);
});

test("a gap that the thread's clock does not explain as waiting was not logged, and is not spread over ticks", () => {
  const ticks = [1000, 2000, 3000, 1_103_000, 1_104_000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const window = { from: 0, to: 1_105_000 };
  const { profile, meta } = decode(app + ticks, { ...window, idle: 100_000 });
  expect([meta.busyTicks, meta.unlogged, profile.interval]).toEqual([5, 1_000_000, 1000]);
  // Less than 0.5 s may be chance; a thread that only waited did no work.
  for (const idle of [650_000, 1_100_000]) expect(decode(app + ticks, { ...window, idle }).meta.unlogged).toBe(0);
  expect(decode(app + ticks, window).meta.unlogged).toBe(0);
  expect(decode(app + ticks, { ...window, cpu: 1_005_000 }).meta.unlogged).toBe(1_000_000);
  // Its CPU time shows that it worked less or not at all: the event loop's idle time is wrong.
  const lost = decode(app + ticks, { ...window, idle: 0, cpu: 5000 });
  expect([lost.meta.unlogged, lost.profile.interval]).toEqual([0, 1000]);
  expect(decode(app + ticks, { ...window, idle: 0, cpu: 605_000 }).meta.unlogged).toBe(600_000);
});

test("gaps on a machine that samples late now and then are not taken for lost samples, but a far longer one is", () => {
  // A tick each 8 ms; every twentieth is late by `late`.
  const ticks = (late: number): string => {
    let time = 0;
    const rows = Array.from({ length: 200 }, (_, index) => {
      time += index % 20 === 19 ? late : 8000;
      return `tick,0x1210,${time},0,0x0,0,0x200a\n`;
    });
    return rows.join("");
  };
  const window = (late: number): LogWindow => ({ from: 0, to: 190 * 8000 + 10 * late, idle: 0, cpu: 190 * 8000 + 10 * late });
  expect(decode(app + ticks(300_000), window(300_000)).meta.unlogged).toBe(0);
  expect(decode(app + ticks(900_000), window(900_000)).meta.unlogged).toBe(8_928_000);
});

test("if the machine samples less often than asked, as on Windows, a tick has a longer interval, and waiting is not taken for lost samples", () => {
  const ticks = Array.from({ length: 500 }, (_, index) => `tick,0x1210,${(index + 1) * 4000},0,0x0,0,0x200a\n`).join("");
  const { profile, meta } = decode(app + ticks, { from: 0, to: 3_000_000, idle: 0, cpu: 2_000_000 });
  expect([meta.unlogged, profile.interval]).toEqual([0, 4000]);
});

test("a thread with hardly any ticks was waiting, although Node 26 does not report it: its ticks do not stand for the whole time", () => {
  const rare = [1_000_000, 1_300_000, 1_301_000, 1_900_000].map((time) => `tick,0x1210,${time},0,0x0,0,0x200a\n`).join("");
  const window = { from: 0, to: 4_000_000 };
  const { profile, meta } = decode(app.replace("v8-version,11,3", "v8-version,14,6") + rare, window);
  expect([meta.busyTicks, profile.interval]).toEqual([4, 1250]);
  // Before Node 26 a wait would have been reported: these were long system calls.
  expect(decode(app + rare, window).profile.interval).toBe(1_000_000);
});

test("a single sample, or several of one moment, have the requested interval", () => {
  const one = decode(`${app}tick,0x1210,5000,0,0x0,0,0x300a,0x200a\n`);
  expect([one.profile.interval, one.meta.busyTicks, drawn(one)]).toEqual([1000, 1, ["outer 1:26 > inner 2:26"]]);
  expect(decode(`${app}${"tick,0x1210,5000,0,0x0,0,0x200a\n".repeat(3)}`).profile.interval).toBe(1000);
});

test("if the clock jumps back, ticks are sorted; if it jumps far ahead, the wait is limited", () => {
  const tick = (time: number): string => `tick,0x1210,${time},0,0x0,0,0x200a\n`;
  const back = decode(`${app}${[1000, 2000, 1500, 3000].map(tick).join("")}`).profile.samples;
  expect(Array.from(back.time)).toEqual([0, 500, 1000, 2000]);
  const ahead = decode(`${app}${[1000, 2000, 900_000_000_000_000].map(tick).join("")}`);
  expect(ahead.meta.recordedTicks).toBe(3);
  expect(ahead.profile.samples.stack.length).toBeLessThan(2_100_000);
});
