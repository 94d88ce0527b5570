import type { CodedText } from "../../texts/coded-text.ts";

/** The machine that a run's app ran on; what is not known is left out. */
export interface RunMachine {
  readonly cpu?: string | undefined;
  readonly cores?: number | undefined;
  /** The same as long as the machine is not started again, and on no other. */
  readonly boot?: string | undefined;
}

/** Why figures of two runs may differ because of their machines; undefined if they are of one, or if neither says which. */
export function unlikeMachines(
  base: RunMachine | undefined,
  next: RunMachine | undefined,
): "otherMachine" | "otherBoot" | "unknownMachine" | undefined {
  // Runs of earlier versions, and profiles.
  if (base === undefined && next === undefined) return undefined;
  const [before, after] = [base ?? {}, next ?? {}];
  const differs = (name: keyof RunMachine): boolean =>
    before[name] !== undefined && after[name] !== undefined && before[name] !== after[name];
  if (differs("cpu") || differs("cores")) return "otherMachine";
  if (before.boot !== undefined && after.boot !== undefined) return before.boot === after.boot ? undefined : "otherBoot";
  // Windows, and an app on macOS that was attached to, never tell the boot.
  const isAlike = before.boot === after.boot && isKnown(before) && isKnown(after);
  return isAlike ? undefined : "unknownMachine";
}

function isKnown({ cpu, cores }: RunMachine): boolean {
  return cpu !== undefined && cores !== undefined;
}

/** `AMD EPYC 7B13, 4 cores`; "" if nothing is known. */
export function machineText({ cpu = "", cores }: RunMachine): CodedText | string {
  if (cores === undefined) return cpu;
  const shown: CodedText = { code: "machine.cores", values: { count: cores, shown: cores } };
  return cpu === "" ? shown : { code: "machine.known", values: { cpu, cores: shown } };
}
