import { expect, test } from "vitest";
import {
  type ComparedSide,
  caveatsOf,
  caveatText,
  matchedShare,
  type RunMachine,
} from "../../../language-server/analysis/compare/comparability.ts";
import type { FunctionDifference } from "../../../language-server/analysis/compare/diff.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";

const figures = { count: String, duration: (ms: number) => `${ms} ms`, share: String, factor: String, bytes: String };

/** `hot 98 gone`: name, cost in the base, and whether the next run's code has it. */
function functionsOf(...rows: readonly `${string} ${number} ${"kept" | "gone"}`[]): readonly FunctionDifference[] {
  return rows.map((row) => {
    const [name = "", cost, fate] = row.split(" ");
    const base = Number(cost);
    const at = { path: "/app/server.js", line: 1, column: 0 };
    const nextAt = fate === "kept" ? at : undefined;
    const cheaper = { base, next: 0, delta: -base, low: -base, high: -base, verdict: "vanished" as const };
    return { ...cheaper, name, baseName: name, category: "own", edited: false, baseAt: at, nextAt };
  });
}

function side(program: string, cwd: string, given: Partial<ComparedSide["run"]> = {}): ComparedSide {
  const app = { cwd, argv: ["/usr/bin/node", program], nodeVersion: "v24.1.0" };
  return {
    run: {
      id: "run",
      name: "app",
      startedAt: "2026-01-01T10:00:00.000Z",
      recorder: "exact",
      durationMs: 1000,
      app,
      end: "exited",
      threads: [{ busyTicks: 900 }],
      ...given,
    },
    ticks: 1000,
    busySamples: 900,
    interval: 1000,
    problems: [],
  };
}

function kinds(base: ComparedSide, next: ComparedSide, matched: number): readonly string[] {
  return caveatsOf({ base, next, asked: "second", per: "second", drift: 1, matched, unclear: [] }, figures).map(({ kind }) => kind);
}

test("after a fix that removed the one function with all the cost it is still the same program; if nothing matches, it is another one", () => {
  expect(matchedShare(functionsOf("hot 98 gone", "handle 1 kept", "route 1 kept"))).toBeCloseTo(2 / 3);
  expect(matchedShare(functionsOf("hot 98 kept", "old 1 gone", "older 1 gone"))).toBeCloseTo(0.98);
  expect(matchedShare(functionsOf("hot 98 gone", "handle 1 gone"))).toBe(0);
  expect(matchedShare([])).toBe(1);
});

test("what differs is said first, and by its name: the folder, another file, little code in common", () => {
  expect(kinds(side("server.js", "/shop"), side("/shop/server.js", "/shop"), 1)).toEqual([]);
  expect(kinds(side("server.js", "/projects/before"), side("/projects/after/server.js", "/projects/after"), 1)).toEqual(["folder"]);
  expect(kinds(side("bin/www", "/shop"), side("bin/www", "/blog"), 0.1)).toEqual(["folder", "app"]);
  expect(kinds(side("server.js", "/projects"), side("worker.js", "/projects"), 1)).toEqual(["command"]);
  const other = { ...side("server.js", "/shop", { end: "crashed" }), interval: 5000 };
  expect(kinds(other, side("server.js", "/shop"), 1)).toEqual(["standing", "interval"]);
});

test("runs of other machines, or of machines that are not known, are said to be; older runs alone, which do not report it, are not", () => {
  const machine = { cpu: "AMD EPYC 7B13", cores: 4, boot: "a1" };
  const { boot: _boot, ...bootless } = machine;
  const said = (base: RunMachine | undefined, next: RunMachine | undefined): readonly string[] =>
    kinds(side("server.js", "/shop", { machine: base }), side("server.js", "/shop", { machine: next }), 1);
  expect(said(machine, machine)).toEqual([]);
  expect(said(undefined, undefined)).toEqual([]);
  expect(said(machine, { ...machine, cores: 8 })).toEqual(["otherMachine"]);
  expect(said(bootless, { ...bootless, cpu: "Apple M4" })).toEqual(["otherMachine"]);
  expect(said(machine, { ...machine, boot: "b2" })).toEqual(["otherBoot"]);
  expect(said(undefined, machine)).toEqual(["unknownMachine"]);
  expect(said(machine, bootless)).toEqual(["unknownMachine"]);
  expect(said({}, {})).toEqual(["unknownMachine"]);
  // As two runs on Windows.
  expect(said(bootless, bootless)).toEqual([]);
});

test("a machine is named by what is known of it", () => {
  const next = { cpu: "AMD EPYC 7B13", cores: 4 };
  const compared = { asked: "second", per: "second", drift: 1, matched: 1, unclear: [] } as const;
  const of = (base: RunMachine): readonly string[] =>
    caveatsOf({ ...compared, base: side("a.js", "/a", { machine: base }), next: side("a.js", "/a", { machine: next }) }, figures).map(
      (caveat) => inEnglish(caveatText(caveat)),
    );
  expect(of({ cpu: "Apple M4", cores: 1 })).toEqual([
    "The runs were recorded on different machines (Apple M4, 1 core, then AMD EPYC 7B13, 4 cores): figures may differ for that reason alone.",
  ]);
  expect(of({ cores: 8 })[0]).toContain("(8 cores, then ");
});

test("of loads with failures the failures are said, and a longer load last", () => {
  const load = { tool: "wrk", url: "", label: "GET /", latency: {}, cancelled: false, requests: 100, errors: 0, durationSeconds: 10 };
  const loaded = (more: object): ComparedSide => side("server.js", "/shop", { end: "load-ended", load: { ...load, ...more } });
  expect(kinds(loaded({ errors: 5 }), loaded({ durationSeconds: 20 }), 1)).toEqual(["errors", "load"]);
  expect(kinds(loaded({ connections: 5 }), loaded({ connections: 9 }), 1)).toEqual(["connections"]);
});

test("per second, all code may cost more because more requests came, unless as many did", () => {
  const load = { tool: "wrk", url: "", label: "GET /", latency: {}, cancelled: false, requests: 100, errors: 0, durationSeconds: 10 };
  const reasons = (per: "request" | "second", rate: number | undefined): readonly string[] => {
    const [base, next] = [100, rate].map((requestsPerSecond) =>
      side("server.js", "/shop", requestsPerSecond === undefined ? {} : { end: "load-ended", load: { ...load, requestsPerSecond } }),
    ) as [ComparedSide, ComparedSide];
    const found = caveatsOf({ base, next, asked: per, per, drift: 1.5, matched: 1, unclear: [] }, figures);
    return found.map(({ kind }) => kind).filter((kind) => kind.startsWith("machine"));
  };
  expect([reasons("request", 150), reasons("second", 100)]).toEqual([["machine"], ["machine"]]);
  expect([reasons("second", 150), reasons("second", undefined)]).toEqual([["machineOrRate"], ["machineOrRate"]]);
});

test("files whose text is not what one of the runs recorded are named", () => {
  const problem = { code: "script.contradicted", values: { file: "server.js", contradicted: 1, judged: 2 }, count: 1 } as const;
  const [base, next] = [side("server.js", "/projects"), side("server.js", "/projects")];
  const compared = {
    base: { ...base, problems: [problem] },
    next,
    asked: "second",
    per: "second",
    drift: 1,
    matched: 1,
    unclear: [],
  } as const;
  expect(caveatsOf(compared, figures)).toEqual([{ kind: "otherText", base: "", next: "server.js" }]);
});
