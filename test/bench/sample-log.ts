import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
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
    readonly scripts: { readonly start: string };
    readonly heatline: { readonly load: SampleLoad };
  };
  const { path, requests, setup = [], headers = {}, connections } = manifest.heatline.load;
  const paths = requests?.map((request) => request.path) ?? [path ?? "/"];
  const app = spawn(process.execPath, [...flags, ...manifest.scripts.start.split(" ").slice(1)], {
    cwd: fileURLToPath(sampleFile(sample, "before", "")),
    env: { ...process.env, NODE_OPTIONS: "", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(app, "exit");
  try {
    const [greeting] = (await once(app.stdout, "data")) as [Buffer];
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
