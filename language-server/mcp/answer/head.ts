import * as v from "valibot";
import { failedRequests, type LoadReport } from "../../analysis/load/load.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import { milliseconds, plain } from "./figures.ts";

/** What every answer about a run says first: what was measured, when, and how much. */
export const headSchema = {
  run: v.string(),
  measured: v.string(),
  at: v.string(),
};

export interface Head {
  readonly line: string;
  readonly facts: v.InferOutput<v.ObjectSchema<typeof headSchema, undefined>>;
}

export function headOf({ handle, view }: Pick<OpenedRun, "handle" | "view">): Head {
  const { name, startedAt, load, app } = view.run;
  const what = [
    plain(name),
    load === undefined ? withoutLoad(view.run) : loadText(load),
    `Node ${plain(app.nodeVersion.replace(/^v/, ""), 20)}`,
    `${view.busySamples.toLocaleString("en")} busy samples`,
  ];
  const at = `${startedAt.slice(0, 16).replace("T", " ")} UTC`;
  const measured = what.join(", ");
  return { line: `${handle}, ${at}: ${measured}.`, facts: { run: handle, measured, at } };
}

function withoutLoad({ test, startup, durationMs }: OpenedRun["view"]["run"]): string {
  if (startup !== undefined) return `${startup.starts} starts of ${Math.round(startup.eachMs)} ms each`;
  return test === undefined ? `${seconds(durationMs)} recorded` : `${test.runs} runs of the test`;
}

function loadText(load: LoadReport): string {
  const { label, requestsPerSecond, latency, durationSeconds } = load;
  const failed = failedRequests(load);
  const parts = [
    `${plain(label, 60)} for ${milliseconds(durationSeconds)} s`,
    requestsPerSecond === undefined ? "" : `${Math.round(requestsPerSecond).toLocaleString("en")} req/s`,
    latency.p99Ms === undefined ? "" : `p99 ${milliseconds(latency.p99Ms)} ms`,
    failed === 0 ? "" : `${failed.toLocaleString("en")} failed`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function seconds(ms: number): string {
  return `${milliseconds(ms / 1000)} s`;
}
