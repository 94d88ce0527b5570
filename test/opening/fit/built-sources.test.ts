import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { LineCost } from "../../../language-server/analysis/costs/costs.ts";
import { openProfile } from "../../../language-server/opening/opened-run.ts";
import { edited, editKinds, editsOf } from "./text-edit.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures");
const builds = path.join(fixtures, "built-sources");
const sources = path.join(fixtures, "older-texts");
const folder = mkdtempSync(path.join(os.tmpdir(), "built-sources-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program's build without its source's text, and a profile of that. */
interface Built {
  readonly profile: string;
  /** Where its source is. */
  readonly source: string;
  readonly text: string;
}

function builtBy(compiler: string): readonly Built[] {
  const app = path.join(folder, compiler);
  mkdirSync(path.join(app, "src"), { recursive: true });
  cpSync(path.join(builds, compiler), path.join(app, "dist"), { recursive: true });
  const programs = readdirSync(path.join(app, "dist")).filter((name) => name.endsWith(".cpuprofile.gz"));
  return programs.map((name) => {
    const profile = path.join(app, path.basename(name, ".gz"));
    writeFileSync(profile, gunzipSync(readFileSync(path.join(app, "dist", name))));
    const original = path.basename(name, ".cpuprofile.gz").replace(/\.js$/, ".ts");
    return { profile, source: path.join(app, "src", original), text: readFileSync(path.join(sources, original), "utf8") };
  });
}

async function shownOn(text: string, { profile, source }: Built) {
  writeFileSync(source, text);
  const app = path.dirname(profile);
  const { analysis, problems } = await openProfile(profile, { workspaceFolders: [app] }, { pathMappings: { "/srv/app": app } });
  const { costs } = analysis;
  const lines = costs.lines.filter(({ source: row, totalTicks }) => costs.sources[row]?.path === source && totalTicks > 0);
  const isContradicted = problems.some(({ code }) => code === "script.contradicted");
  return { lines: new Map(lines.map((cost) => [cost.line, cost])), isContradicted, functions: costs.functions };
}

const isSure = ({ totalTicks, inferredTicks }: LineCost): boolean => inferredTicks < totalTicks;

/** Of the lines with time, the share that is found again. A minified line has code of many. */
const leastKept = { "tsc-es2022": 0.95, "tsc-es5": 0.9, "swc-es2015": 0.95, "babel-node8": 0.95, "esbuild-minified": 0.7 };

test.each(Object.entries(leastKept))(
  "sources of %s that may have been edited since the build: those unedited contradict nothing, of others no sure line is wrong",
  async (compiler, least) => {
    const wrong: string[] = [];
    const unsaid: string[] = [];
    let all = 0;
    let kept = 0;
    for (const [seed, built] of builtBy(compiler).entries()) {
      const before = await shownOn(built.text, built);
      expect([built.source, before.isContradicted, before.lines.size > 0]).toEqual([built.source, false, true]);
      for (const kind of editKinds) {
        const count = editsOf(built.text, kind);
        if (count === 0) continue;
        const edit = edited(built.text, kind, seed % count);
        const after = await shownOn(edit.text, built);
        const ran = new Map([...edit.now].map(([line, now]) => [now, line]));
        const name = `${path.basename(built.source)} ${kind}`;
        if (!after.isContradicted) unsaid.push(name);
        for (const [line, cost] of after.lines) {
          const own = before.lines.get(ran.get(line) ?? 0);
          if (isSure(cost) && own?.totalTicks !== cost.totalTicks) wrong.push(`${name}: ${line}`);
        }
        for (const [line, { totalTicks }] of before.lines) {
          if (edit.edited.has(line)) continue;
          all += totalTicks;
          kept += Math.min(totalTicks, after.lines.get(edit.now.get(line) ?? 0)?.totalTicks ?? 0);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(unsaid).toEqual([]);
    expect(kept / all).toBeGreaterThanOrEqual(least);
  },
);
