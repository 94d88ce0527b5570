import { samplingInterval } from "../analysis/costs/sampling-error.ts";
import type { Bytes, Share, Ticks } from "../analysis/units.ts";
import type { RunView } from "./run-answers.ts";

/** How far the figures of a run can be trusted. */
export interface RunTrust {
  /** The 95 % interval of a share of one half, which is the widest. */
  readonly half: { readonly low: Share; readonly high: Share };
  /** What V8's logs of the selected threads lacked; undefined if they have none. */
  readonly logs: LogTrust | undefined;
  /** Of all threads: the share of the run's busy time, in its order. */
  readonly busyShares: readonly Share[];
}

interface LogTrust {
  readonly repairedTicks: Ticks;
  /** Of the busy time. */
  readonly repairedShare: Share;
  readonly doubtfulTicks: Ticks;
  readonly logBytes: Bytes;
}

export function trustIn({ run: { threads }, selection, busyTicks, busySamples }: RunFigures): RunTrust {
  const selected = threads.filter(({ id }) => selection.threads?.includes(id) ?? true);
  // What was repaired is counted for the whole window.
  const logs = selection.spans === null ? selected.flatMap(({ tickLog }) => tickLog ?? []) : [];
  const repairedTicks = sum(logs.map((log) => log.repairedTicks));
  const allBusy = sum(threads.map((thread) => thread.busyTicks));
  return {
    half: samplingInterval(busySamples / 2, busySamples),
    logs:
      logs.length === 0
        ? undefined
        : {
            repairedTicks,
            repairedShare: shareOf(repairedTicks, busyTicks),
            doubtfulTicks: sum(logs.map((log) => log.doubtfulTicks)),
            logBytes: sum(logs.map((log) => log.logBytes)),
          },
    busyShares: threads.map((thread) => shareOf(thread.busyTicks, allBusy)),
  };
}

type RunFigures = Pick<RunView, "selection" | "busyTicks" | "busySamples"> & { readonly run: Pick<RunView["run"], "threads"> };

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function shareOf(part: Ticks, whole: Ticks): Share {
  return whole === 0 ? 0 : part / whole;
}
