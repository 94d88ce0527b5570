import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { LoadPlan, LoadTool as LoadToolName } from "../../../analysis/load/load.ts";
import type { Seconds } from "../../../analysis/units.ts";
import { sendLoad } from "../load-sequence.ts";
import type { LoadTool, ToolProcesses } from "../load-tool.ts";
import { type TargetedRequest, urlOf } from "../request-target.ts";
import { toolRequestsAfter } from "../setup/after-setup.ts";
import { describeRequests, type ExternalTool, externalSender } from "./external-tool.ts";
import { findTool } from "./tool-process.ts";

/** The time that autocannon waits for a response, too. */
export const timeoutSeconds: Seconds = 10;

/** What a tool's command line is made from. */
export interface Preparation {
  /** The tool's program. */
  readonly file: string;
  readonly plan: LoadPlan;
  readonly requests: readonly TargetedRequest[];
  /** The first request, with its URL. */
  readonly request: TargetedRequest;
  readonly url: string;
  /** Readable only by us, and removed when the tool has ended. */
  readonly folder: string;
  readonly processes: ToolProcesses;
  /** Aborted when the load is to end. */
  readonly signal: AbortSignal;
}

type Prepared = Pick<ExternalTool, "command" | "read" | "reportRequests" | "spoken" | "startSeconds">;

/** A tool that respects the plan's duration, found by its name. `prepare` writes what its command line needs into the folder. */
export function preparedTool(name: LoadToolName, prepare: (preparation: Preparation) => Promise<Prepared>): LoadTool {
  return {
    name,
    async run(plan, context) {
      const { processes, signal, privateFolder } = context;
      const file = await findTool(name, processes);
      const folder = await mkdtemp(path.join(privateFolder, `${name}-`));
      try {
        return await sendLoad(plan, context, async ([session]) => {
          const requests = toolRequestsAfter(plan, session);
          const [request] = requests;
          if (request === undefined) return undefined;
          const prepared = await prepare({ file, plan, requests, request, url: urlOf(request), folder, processes, signal });
          const { durationSeconds: seconds, connections } = plan;
          return externalSender(plan, { name, ...describeRequests(requests), seconds, connections, ...prepared }, context);
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The file with a request's body, written into the folder if it is given as text; undefined without a body. */
export async function bodyFileOf({ body, bodyFile = "" }: TargetedRequest, folder: string, name = "body"): Promise<string | undefined> {
  if (body === "") return bodyFile === "" ? undefined : bodyFile;
  return writePrivately(path.join(folder, name), body);
}

/** A file that only the user can read, with what other users must not see in the tool's arguments; returns its path. */
export async function writePrivately(file: string, content: string): Promise<string> {
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

/** `-H "name: value"` for each header; tools add Content-Length themselves. */
export function headerOptions({ headers }: TargetedRequest, option = "-H"): readonly string[] {
  return sentHeaders(headers).flatMap(([name, value]) => [option, `${name}: ${value}`]);
}

export function sentHeaders(headers: TargetedRequest["headers"]): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
}

/** For tools that take a duration with a unit. */
export function inMilliseconds(seconds: Seconds): string {
  return `${Math.round(seconds * 1000)}ms`;
}

/** Options by their names, without those that have no value. */
export function optionsOf(values: Readonly<Record<string, string | number | undefined>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
}

/** For tools that take no fractions; undefined without a rate. */
export function wholeRate({ ratePerSecond }: LoadPlan): number | undefined {
  return ratePerSecond > 0 ? Math.max(1, Math.round(ratePerSecond)) : undefined;
}
