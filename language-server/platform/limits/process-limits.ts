import type { Bytes } from "../../analysis/units.ts";
import { currentPlatform } from "../current-platform.ts";
import { readProc } from "../proc/proc-files.ts";

/** What the system lets a process have (`ulimit`); undefined where it has no limit, or nobody knows it. */
export interface ProcessLimits {
  /** The largest size of a file that it writes. */
  readonly fileSize: Bytes | undefined;
  /** What it may reserve, of which Node uses only a part. */
  readonly addressSpace: Bytes | undefined;
}

const none: ProcessLimits = { fileSize: undefined, addressSpace: undefined };

/** The limits of a process; where only Linux reports them, our own, which the app inherits. Windows has none. */
export function processLimits(pid: number = process.pid, platform: NodeJS.Platform = currentPlatform): ProcessLimits {
  if (platform === "win32") return none;
  return platform === "linux" ? limitsOnLinux(pid) : ownLimits();
}

function limitsOnLinux(pid: number): ProcessLimits {
  // It may have ended, or a container lack /proc.
  const table = readProc(pid, "limits");
  const soft = (name: string): Bytes | undefined => known(new RegExp(`^Max ${name}\\s+(\\d+)`, "m").exec(table)?.[1]);
  return { fileSize: soft("file size"), addressSpace: soft("address space") };
}

interface NodeReport {
  readonly userLimits?: Readonly<Record<string, { readonly soft: number | string } | undefined>>;
}

/** Node's report has the limits of its own process. Looking up the names of its connections would take time. */
function ownLimits(): ProcessLimits {
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as NodeReport;
  // Both in bytes, in spite of their names: the values of `getrlimit`.
  return { fileSize: known(userLimits?.["file_size_blocks"]?.soft), addressSpace: known(userLimits?.["virtual_memory_kbytes"]?.soft) };
}

function known(soft: number | string | undefined): Bytes | undefined {
  const bytes = Number(soft);
  return bytes >= 0 && bytes < unlimited ? bytes : undefined;
}

/** From here on a limit is none: macOS has `RLIM_INFINITY` as 2^63 − 1. */
const unlimited: Bytes = 2 ** 62;
