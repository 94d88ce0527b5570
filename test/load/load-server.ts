import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { LoadPlan, LoadProgress, LoadReport } from "../../language-server/analysis/load/load.ts";
import type { LoadContext } from "../../language-server/recording/load/load-tool.ts";
import type { Confirm } from "../../language-server/recording/load/first-responses.ts";
import { findBodyFiles } from "../../language-server/recording/load/request-body.ts";
import { loadToolList } from "../../language-server/recording/load/load-tools.ts";
import { type LoadRequests, requestsFile, RequestsFile } from "../../language-server/recording/load/requests/requests-file.ts";
import { LoadProcesses } from "../../language-server/recording/session/load-processes.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

/** A server for one test; each request is in `seen` as `METHOD /path body`, unless the handler records something else. */
export interface LoadServer extends AsyncDisposable {
  readonly port: number;
  readonly counts: ReadonlyMap<string, number>;
}

export async function listen(
  handler: (request: IncomingMessage, response: ServerResponse, body: string) => void = (_request, response) => response.end("ok"),
): Promise<LoadServer> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    // A test of Attach beside this one asks every server whether it is an inspector.
    if (request.url === "/json/version") {
      response.writeHead(404).end();
      return;
    }
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString("latin1");
      const key = `${request.method ?? ""} ${request.url ?? ""} ${request.headers["x-key"]?.toString() ?? ""} ${body}`.trim();
      counts.set(key, (counts.get(key) ?? 0) + 1);
      handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Ran {
  readonly report: LoadReport | undefined;
  readonly progress: readonly LoadProgress[];
  /** How often the measured part was announced. */
  readonly measured: number;
  /** Undefined if the tool does not report single ones. */
  readonly requests: LoadRequests | undefined;
  /** Processes reported for watching, without those that were later dropped. */
  readonly pids: readonly number[];
  readonly unforgotten: readonly number[];
}

interface LoadOptions {
  readonly signal?: AbortSignal;
  readonly appFolder?: string;
  readonly onMeasure?: () => void | Promise<void>;
  readonly confirm?: Confirm;
  /** In place of the plan's tool alone. */
  readonly load?: (plan: LoadPlan, context: LoadContext) => Promise<LoadReport | undefined>;
}

/** Runs the plan's tool as in a recording. */
export async function runLoad(plan: LoadPlan, options: LoadOptions = {}): Promise<Ran> {
  const { autocannonChild } = await buildAdapter();
  const privateFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-load-"));
  const progress: LoadProgress[] = [];
  const pids: number[] = [];
  const unforgotten = new Set<number>();
  let measured = 0;
  const appFolder = options.appFolder ?? privateFolder;
  try {
    const load: NonNullable<LoadOptions["load"]> = options.load ?? ((own, context) => loadToolList[own.tool].run(own, context));
    const report = await load(await findBodyFiles(plan, appFolder), {
      signal: options.signal ?? new AbortController().signal,
      appFolder,
      privateFolder,
      processes: new LoadProcesses({
        nodePath: process.execPath,
        autocannonChild,
        appFolder,
        watchdog: {
          watchStart: (start) => {
            const started = start({});
            if (started.pid !== undefined) {
              pids.push(started.pid);
              unforgotten.add(started.pid);
            }
            return started;
          },
          forget: (pid) => unforgotten.delete(pid),
        },
      }),
      onProgress: (reading) => progress.push(reading),
      confirm: options.confirm,
      measure: async () => {
        measured += 1;
        await options.onMeasure?.();
      },
    });
    const requests = await new RequestsFile(requestsFile(privateFolder)).read();
    return { report, progress, measured, requests, pids, unforgotten: [...unforgotten] };
  } finally {
    await rm(privateFolder, { recursive: true, force: true });
  }
}
