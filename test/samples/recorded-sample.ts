import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { LoadDefaults } from "../../language-server/analysis/load/load.ts";
import { sharedFolder } from "../drivers/made-once.ts";
import { recordService } from "../drivers/server/recorded-load.ts";
import { alone } from "../workbench/install-lock.mjs";
import { repository } from "../workbench/installation.mjs";
import { type Variant, variants } from "./samples.ts";

/** A sample that was recorded under load, fixed in place, and recorded again: the folders of both runs and of the app. */
export interface RecordedSample extends Readonly<Record<Variant, string>> {
  /** A copy of the sample that tests may write to. */
  readonly folder: string;
  /** The app's folder in the copy. */
  readonly app: string;
}

const long = { durationSeconds: 7, warmupSeconds: 1 };
const short = { durationSeconds: 5, warmupSeconds: 1 };

/** The recordings of a sample, shared by all tests, under the load from its package.json, but shorter: longer where a leak has to grow. */
export async function recordedSample(name: string): Promise<RecordedSample> {
  const folder = path.join(sharedFolder(), name);
  const list = path.join(folder, "recorded.json");
  await alone(
    `${folder}.lock`,
    () => undefined,
    async () => {
      if ((await readFile(list, "utf8").catch(() => "")) !== "") return;
      await cp(path.join(repository, "samples", name), folder, { recursive: true, verbatimSymlinks: true });
      await rename(path.join(folder, "before"), path.join(folder, "app"));
      await cp(path.join(folder, "app"), path.join(folder, "before"), { recursive: true, verbatimSymlinks: true });
      const runs: Partial<Record<Variant, string>> = {};
      for (const variant of variants) runs[variant] = await record(folder, variant, name === "koa-listener-leak" ? long : short);
      await writeFile(list, JSON.stringify(runs));
    },
  );
  const runs = JSON.parse(await readFile(list, "utf8")) as Readonly<Record<Variant, string>>;
  return { ...runs, folder, app: path.join(folder, "app") };
}

/** Restores the sources of one of the two runs in the app's folder. */
export async function putInPlace({ folder, app }: Pick<RecordedSample, "folder" | "app">, variant: Variant): Promise<void> {
  await cp(path.join(folder, variant), app, { recursive: true });
}

async function record(folder: string, variant: Variant, times: Pick<LoadDefaults, "durationSeconds" | "warmupSeconds">): Promise<string> {
  const app = path.join(folder, "app");
  await putInPlace({ folder, app }, variant);
  const manifest = JSON.parse(await readFile(path.join(app, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly heatline: { readonly load: LoadDefaults };
  };
  const isCompiled = manifest.scripts["build"] !== undefined;
  if (isCompiled) await promisify(execFile)(path.join(repository, "node_modules/.bin/tsc"), ["-p", path.join(app, "tsconfig.json")]);
  const runsFolder = path.join(folder, "runs", variant);
  await mkdir(runsFolder, { recursive: true });
  return recordService({
    folder: app,
    program: isCompiled ? "dist/server.js" : "server.js",
    runsFolder,
    load: { ...manifest.heatline.load, ...times },
    runtimeArgs: isCompiled ? ["--enable-source-maps"] : [],
  });
}
