import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { exportFormats } from "../../language-server/analysis/exporters/export-formats.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-hidden-"));
const names = [
  "مرحبا",
  "👩‍👧",
  "\u009B31mcsi",
  "\u001B]0;title\u0007",
  "nul\u0000x",
  "\u202Etfel\u202C",
  "zero\u200Bwidth",
  "tag\u{E0041}",
  "hangul\u3164",
];
const file = `a\u202Egpj.cpuprofile`;

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "a.js"), names.map((_, at) => `let x${at} = "\u202E\u001B[2J";\n`).join(""));
  writeFileSync(path.join(folder, file), profileText());
  writeFileSync(path.join(folder, "other.cpuprofile"), profileText());
});

/** Each function is in a file of a like name, on a line of a real file whose text has such characters, too. */
function profileText(): string {
  const url = `file://${folder}/a.js`;
  const nodes = names.map((functionName, at) => ({
    id: at + 2,
    callFrame: {
      functionName,
      scriptId: String(at % 3),
      url: at % 2 === 0 ? url : `file:///src/${functionName}.js`,
      lineNumber: at,
      columnNumber: 0,
    },
    positionTicks: [{ line: at + 1, ticks: 1 }],
  }));
  const root = {
    id: 1,
    callFrame: { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 },
    children: nodes.map(({ id }) => id),
  };
  return JSON.stringify({
    nodes: [root, ...nodes],
    startTime: 0,
    endTime: names.length * 1000,
    samples: nodes.map(({ id }) => id),
    timeDeltas: names.map(() => 1000),
  });
}

/** By Unicode's own properties; joiners in an emoji are no danger. */
const dangerous = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u3164\u{E0000}-\u{E007F}]/u;

test.each([
  ["report", file],
  ["report", "--json", file],
  ["compare", file, "other.cpuprofile"],
  ["compare", "--json", file, "other.cpuprofile"],
  ["export", "--format", "svg", file, "other.cpuprofile"],
  ["report", "missing\u202E\u001B[31m.cpuprofile"],
  ["report", "a.js"],
  ["export", "--format", "no\u202Ene", file],
  ["report", "--path-mapping", "\u001B[31m", file],
  ["no\u009Bcommand"],
])("`heatline %s %s …` writes no character that controls a terminal or hides", async (...args) => {
  const { out, err } = await cli.run(args, { cwd: folder });
  expect(out + err).not.toBe("");
  expect(dangerous.exec(out + err)).toBeNull();
});

test.each(exportFormats.filter((format) => format !== "pprof"))(
  "an export as %s has none, and keeps names in other scripts",
  async (format) => {
    const { out, err } = await cli.run(["export", "--format", format, file], { cwd: folder });
    expect(err).toBe("");
    // The page holds speedscope's own code.
    const shown = format === "html" ? out.replace(/srcdoc="[^"]*"/, "").replace(/<style>[^<]*<\/style>/g, "") : out;
    expect(dangerous.exec(shown)).toBeNull();
    expect(shown).toContain("مرحبا");
    expect(shown).toContain("👩‍👧");
  },
);

test("data for other programs keeps the names as they are", async () => {
  for (const format of ["cpuprofile", "speedscope"]) {
    const { out } = await cli.run(["export", "--format", format, file], { cwd: folder });
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify("\u202Etfel\u202C"));
  }
  await cli.run(["export", "--format", "pprof", "-o", "out.pb.gz", file], { cwd: folder });
  expect(gunzipSync(readFileSync(path.join(folder, "out.pb.gz"))).toString("utf8")).toContain("\u202Etfel\u202C");
});
