import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import nodePath from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { repository } from "../workbench/installation.mjs";
import { sampleFile } from "../samples/samples.ts";

/** The part of a sample's own load settings that is fired here. */
interface SampleLoad {
  readonly path?: string;
  readonly requests?: readonly { readonly path: string }[];
  readonly setup?: readonly { readonly path: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
}

/** Has Node write its tick log of a sample that its own load keeps busy for so many seconds. `flags` name the log. */
export async function writeSampleLog(sample: string, flags: readonly string[], seconds: number): Promise<void> {
  const manifest = JSON.parse(await readFile(sampleFile(sample, "before", "package.json"), "utf8")) as {
    readonly scripts: { readonly start: string; readonly prestart?: string };
    readonly heatline: { readonly load: SampleLoad };
  };
  const { path, requests, setup = [], headers = {}, connections } = manifest.heatline.load;
  const paths = requests?.map((request) => request.path) ?? [path ?? "/"];
  const cwd = fileURLToPath(sampleFile(sample, "before", ""));
  const [compiler, ...compilerArgs] = manifest.scripts.prestart?.split(" ") ?? [];
  if (compiler !== undefined) await promisify(execFile)(nodePath.join(repository, "node_modules/.bin", compiler), compilerArgs, { cwd });
  const app = spawn(process.execPath, [...flags, ...manifest.scripts.start.split(" ").slice(1)], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: "", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(app, "exit");
  try {
    const failed = ended.then(() => Promise.reject(new Error(`${sample} ended before it listened`)));
    const [greeting] = (await Promise.race([once(app.stdout, "data"), failed])) as [Buffer];
    failed.catch(() => undefined);
    app.stdout.resume();
    const url = /http:\/\/[^\s/]+/.exec(String(greeting))?.[0] ?? "";
    const fire = async (at: string): Promise<void> => {
      const answer = await fetch(url + at, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${sample} answered ${at} with ${answer.status}`);
    };
    for (const request of setup) await fire(request.path);
    const end = Date.now() + seconds * 1000;
    const client = async (_: unknown, first: number): Promise<void> => {
      for (let at = first; Date.now() < end; at++) await fire(paths[at % paths.length] ?? "/");
    };
    await Promise.all(Array.from({ length: connections }, client));
  } finally {
    app.kill("SIGKILL");
    await ended;
  }
}
