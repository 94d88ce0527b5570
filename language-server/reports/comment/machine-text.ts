import { machineText, type RunMachine } from "../../analysis/compare/run-machine.ts";
import type { CommentWords } from "./cells.ts";

/** `AMD EPYC 7B13, 4 cores`; "" if nothing is known. */
export function shownMachine(machine: RunMachine | undefined, { say }: Pick<CommentWords, "say">): string {
  const text = machineText(machine ?? {});
  return typeof text === "string" ? text : say(text);
}
