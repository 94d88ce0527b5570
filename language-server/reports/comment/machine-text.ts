import type { RunMachine } from "../../history/schema/machine-schema.ts";
import type { CommentWords } from "./cells.ts";

/** `AMD EPYC 7B13, 4 cores`; "" if nothing is known. */
export function machineText(machine: RunMachine | undefined, { say, count }: Pick<CommentWords, "say" | "count">): string {
  const { cpu = "", cores } = machine ?? {};
  const shown = cores === undefined ? "" : say({ code: "machine.cores", values: { count: cores, shown: count(cores) } });
  return [cpu, shown].filter((text) => text !== "").join(", ");
}
