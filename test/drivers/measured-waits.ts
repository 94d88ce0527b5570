import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { MarkName } from "../../language-server/recording/in-app/marks/mark-rows.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { buildWaits } from "./waits-bundle.ts";

const fixtures = path.resolve(import.meta.dirname, "../fixtures/waits");

type SiteName = Extract<MarkName, { table: "site" }>;

interface Measured {
  readonly reach: string;
  readonly names: readonly MarkName[];
  /** Times in milliseconds as of the app's `performance.now()`. */
  readonly rows: readonly (readonly [site: number, what: number, startMs: number, endMs: number, isRejected: boolean])[];
  readonly sites: readonly (readonly [site: number, count: number, rejected: number, us: number])[];
  readonly unread: number;
  readonly left: number;
  readonly argv: readonly string[];
}

/** A program that ran with its waits measured. */
export class MeasuredWaits {
  readonly stdout: string;
  readonly measured: Measured;

  private constructor(stdout: string, measured: Measured) {
    this.stdout = stdout.trim();
    this.measured = measured;
  }

  /** `args` are relative to `test/fixtures/waits/`; the last one is the program. What is returned is of the thread that ran `program`. */
  static async run(
    major: number,
    args: readonly string[],
    variables: NodeJS.ProcessEnv = {},
    program: string = path.basename(args.at(-1) ?? ""),
  ): Promise<MeasuredWaits> {
    const { hooks, parser } = await buildWaits();
    const output = await mkdtemp(path.join(os.tmpdir(), "measured-waits-"));
    try {
      const own = { NODE_OPTIONS: `--require ${path.join(fixtures, "preload.cjs")}`, WAITS_BUNDLE: hooks, WAITS_PARSER: parser };
      const env = { ...process.env, ...variables, ...own, WAITS_OUTPUT: output };
      const { stdout } = await promisify(execFile)(await nodeOf(major), args, { cwd: fixtures, env, timeout: 600_000 });
      const files = await readdir(output);
      const all = await Promise.all(files.map(async (file) => JSON.parse(await readFile(path.join(output, file), "utf8")) as Measured));
      // Compilers are processes, too.
      const measured = all.find(
        ({ argv, names }) => argv.some((arg) => arg.endsWith(program)) && names.some(({ table }) => table === "site"),
      );
      if (measured === undefined) throw new Error(`Nothing was measured: ${JSON.stringify(all)}`);
      return new MeasuredWaits(stdout, measured);
    } finally {
      await rm(output, { recursive: true });
    }
  }

  /** Of sites where something has settled. */
  get sites(): readonly (SiteName & { readonly file: string; readonly count: number; readonly rejected: number })[] {
    const { names, sites } = this.measured;
    const files = new Map(names.flatMap((name) => (name.table === "script" ? [[name.id, path.basename(name.url)] as const] : [])));
    const counts = new Map(sites.map((each) => [each[0], each]));
    return names.flatMap((name) => {
      const counted = name.table === "site" ? counts.get(name.id) : undefined;
      if (name.table !== "site" || counted === undefined) return [];
      return [{ ...name, file: files.get(name.script) ?? "", count: counted[1], rejected: counted[2] }];
    });
  }

  /** What was awaited at a site, such as `timer 5 ms`, each once; `unknown`. */
  awaitedAt(site: number): readonly string[] {
    const { names, rows } = this.measured;
    const whats = new Map(names.flatMap((name) => (name.table === "what" ? [[name.id, `${name.kind} ${name.text}`] as const] : [])));
    return [...new Set(rows.filter((row) => row[0] === site).map((row) => whats.get(row[1]) ?? "unknown"))];
  }
}
