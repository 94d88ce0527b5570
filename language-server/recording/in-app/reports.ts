import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What the preload writes to `reports/process-<pid>.json`. */
export interface ProcessReport {
  readonly kind: "process";
  readonly pid: number;
  readonly ppid: number;
  /** Whether it has an IPC channel to its parent, as cluster workers have. */
  readonly isForked: boolean;
  /** ws://127.0.0.1:…, or "" if the process has no inspector. */
  readonly inspectorUrl: string;
  /** Whether Node's permission model forbids the inspector. */
  readonly isRestricted: boolean;
  /** False if Node was built without; the process in which `node --test` only supervises the others has none either. */
  readonly hasInspector: boolean;
  /** Whether it was started with the arguments of the exact recorder, and nothing prevents V8 from logging. */
  readonly logsTicks: boolean;
  /** Whether it was started with `--cpu-prof`, with which V8 logs nothing. */
  readonly profilesItself: boolean;
  /** Its option that contradicts one of the recorder's. */
  readonly contradictedBy?: string | undefined;
  readonly argv: readonly string[];
  /** The folder in which it was started; undefined if that is gone. */
  readonly cwd?: string | undefined;
  /** Whether its script is inside its own executable file. */
  readonly isSingleExecutable: boolean;
  /** The program as it was called: `node`, or a path. */
  readonly argv0: string;
  readonly execPath: string;
  readonly nodeVersion: string;
  readonly v8Version: string;
  /** Only of an app that was attached to; others run on our machine. */
  readonly machine?:
    { readonly cpu?: string | undefined; readonly cores?: number | undefined; readonly bootId?: string | undefined } | undefined;
}

/** What the terminal launcher writes. */
export type LauncherReport =
  | { readonly kind: "launcher"; readonly pid: number; readonly appPid: number }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals }
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  /** `reason`: a code of the system. */
  | { readonly kind: "failed"; readonly reason: string };

export type SessionReport = ProcessReport | LauncherReport;

/** Renames the report into place, so that readers see it complete. False if it cannot be written: the session is over. */
export function writeReport(folder: string, name: string, report: SessionReport): boolean {
  const file = path.join(folder, name);
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(report));
    renameSync(`${file}.tmp`, file);
    return true;
  } catch {
    return false;
  }
}
