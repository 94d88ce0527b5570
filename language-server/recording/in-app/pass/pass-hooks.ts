import { readFileSync } from "node:fs";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { AllocatedBytes, keepFromInlining } from "../allocations/allocated-bytes.ts";
import { markKinds, waitCode } from "../marks/mark-rows.ts";
import { marksId, MarkWriter } from "../marks/mark-writer.ts";
import { parserFile, passFile, passHooksFile, type PassOrder, type RunningPass } from "./pass-protocol.ts";
import { ServedRequests } from "../requests/served-requests.ts";
import { toMarkUs, Turns } from "../requests/turns.ts";
import { Unrouted } from "../requests/unrouted.ts";
import { installWaits, type Waits } from "../waits/install-waits.ts";
import { loaderHooks as hooks } from "../waits/loading/loader-thread.ts";

/** Asked for in the thread in which Node runs hooks. */
export const loaderHooks = hooks;

/**
 * A bundle of its own, which the preload loads in a thread of a session that records a pass: before the app's first line, in main threads and
 * workers. An app without a pass neither reads nor runs any of it.
 */
export function startPass(sessionFolder: string, reports: string): RunningPass | undefined {
  try {
    const { kinds } = JSON.parse(readFileSync(path.join(sessionFolder, passFile), "utf8")) as PassOrder;
    if (kinds.includes("allocations")) return countAllocations();
    const marks = new MarkWriter(reports, marksId(process.pid, threadId));
    const turns = new Turns(marks);
    const served = new ServedRequests(marks, turns);
    const unrouted = new Unrouted();
    turns.start();
    served.start();
    unrouted.start();
    const waits = kinds.includes("waits") ? startWaits(sessionFolder, marks, turns) : undefined;
    return {
      flush: (restarts) => {
        if (restarts) {
          marks.restart();
          unrouted.restart();
          served.markBegun();
        } else served.markOpen();
        turns.markAgain();
        // First, as rows may find no room.
        marks.flush();
        const counts = waits && { table: "counts" as const, lost: marks.lost, ...waits.read(), reach: waits.reach };
        marks.flush(...(counts === undefined ? [] : [counts]), { table: "unrouted", lost: marks.lost, ...unrouted.counts() });
      },
    };
  } catch {
    // The session is over, or the permission model keeps the app from its folder.
    return undefined;
  }
}

function countAllocations(): RunningPass {
  // Flags hold for all threads of the process.
  if (threadId === 0) keepFromInlining();
  const allocated = new AllocatedBytes();
  return { flush: () => undefined, takeAllocated: (goesOn) => allocated.take(goesOn) };
}

function startWaits(sessionFolder: string, marks: MarkWriter, turns: Turns): Waits {
  const waits = installWaits({
    parser: path.join(sessionFolder, parserFile),
    hooks: path.join(sessionFolder, passHooksFile),
    foreignFolders: [sessionFolder + path.sep],
    name: (name) => marks.name(name),
    requestOf: turns.current,
    steps: turns.steps,
    onWait: (site, what, startMs, endMs, isRejected, dueMs) => {
      turns.settle();
      // Before its row, which the reader looks for there.
      if (!Number.isNaN(dueMs)) marks.add(toMarkUs(endMs), markKinds.due, turns.current(), toMarkUs(dueMs), 0);
      marks.add(toMarkUs(endMs), markKinds.wait, turns.current(), toMarkUs(startMs), waitCode(site, what, isRejected));
    },
  });
  turns.onStep = waits.callbackBegins;
  return waits;
}
