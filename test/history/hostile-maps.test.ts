import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { opened } from "./mapped-app.ts";
import { inEnglish } from "../../language-server/texts/english.ts";

let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-hostile-")));
});

afterAll(async () => rm(folder, { recursive: true }));

const sound = { version: 3, sources: ["x.ts"], names: [], mappings: "AAAA" };
const inline = (map: unknown): string => `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;

/** Source map references that cannot be read. */
const broken: Readonly<Record<string, string>> = {
  "an escape that is none": "data:application/json,%7B%",
  nothing: "data:,",
  null: inline(null),
  "a list": inline([]),
  "a number": inline(5),
  "sources that are no list": inline({ ...sound, sources: "x.ts" }),
  "sources that are no names": inline({ ...sound, sources: [1, {}] }),
  "a root that is no name": inline({ ...sound, sourceRoot: 5 }),
  "texts that are no list": inline({ ...sound, sourcesContent: "zz" }),
  "no mappings": inline({ version: 3, sources: [], names: [] }),
  "mappings that are none": inline({ ...sound, sourcesContent: ["x"], mappings: 42 }),
  "sections that are none": inline({ version: 3, sections: [{ offset: null }] }),
  "a folder": "./",
  "a pipe": "pipe.map",
  "an escaped slash": "a%2Fb.map",
  "an escape that is none in a name": "x%.map",
  "another host": "//server/share/x.map",
};
/** Sources that cannot be files on this machine, in readable maps. */
const nowhere: Readonly<Record<string, string>> = {
  "a source on another host": inline({ ...sound, sources: ["file://server/share/x.ts"] }),
  "a source with an escaped slash": inline({ ...sound, sources: ["a%2Fb.ts"] }),
  "a source with an escape that is none": inline({ ...sound, sources: ["a%zz.ts"] }),
  "a source with a zero byte": inline({ ...sound, sources: ["a\0b.ts", "a%00b.ts"] }),
  "a text that is none": inline({ ...sound, sourcesContent: [5] }),
  "a compiled source with a map that is none": inline({
    ...sound,
    sources: ["x.js"],
    sourcesContent: ["x\n//# sourceMappingURL=data:application/json,%7B%\n"],
  }),
};

// By CPU time: on a busy machine a script may wait for longer than it works.
test("with any source map the run is opened, and scripts without a map have their own lines", async () => {
  execFileSync("mkfifo", [path.join(folder, "pipe.map")]);
  const names = new Map([...Object.keys(broken), ...Object.keys(nowhere)].map((key) => [key, `${key.replaceAll(" ", "-")}.js`]));
  for (const [key, url] of Object.entries({ ...broken, ...nowhere })) {
    const work =
      "const start = process.cpuUsage(); while (process.cpuUsage(start).user < 40_000) for (let i = 0; i < 500; i++) JSON.stringify({ i, half: i / 2 });";
    await writeFile(path.join(folder, names.get(key) ?? ""), `exports.work = () => { ${work} };\n//# sourceMappingURL=${url}\n`);
  }
  await writeFile(path.join(folder, "app.js"), [...names.values()].map((name) => `require("./${name}").work();\n`).join(""));

  const { costs, problems } = await opened(folder, ["app.js"]);

  const hot = new Set(costs.lines.map(({ source }) => path.basename(costs.sources[source]?.path ?? "")));
  for (const key of Object.keys(broken)) expect(hot).toContain(names.get(key));
  const reported = problems.map(inEnglish).filter((message) => /source map|Original sources/.test(message));
  expect(reported.length).toBeGreaterThan(1);
  expect(reported.join("\n")).toMatch(
    /^The source maps of \S+\.js and \d+ other scripts could not be read; they are shown as they ran\.$/m,
  );
  expect(reported.join("\n")).toMatch(/^Original sources that source maps name are not in the workspace, or not on disk: .+\.$/m);
});
