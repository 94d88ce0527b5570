import { readFileSync } from "node:fs";
import path from "node:path";

/** What `npm test` may take on two quiet cores. */
export const bounds = { cpuMinutes: 40, wallMinutes: 20 };

/** Linux reports the CPU times of processes in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * CPU seconds so far of all that runs in the same container (Linux cgroup) as this process, or on this machine if that has none; if that cannot be
 * read, of this process and its children that have ended; undefined where there is neither.
 * @returns {number | undefined}
 */
export function cpuSeconds() {
  return ofCgroup() ?? ofChildren();
}

/** Exported for tests. */
export function ofCgroup() {
  for (const line of (read("/proc/self/cgroup") ?? "").split("\n")) {
    const [, controllers = "", folder = ""] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const isFirstVersion = controllers.split(",").includes("cpuacct");
    if (controllers !== "" && !isFirstVersion) continue;
    const [start, file, form, perSecond] = isFirstVersion
      ? ["cpuacct", "cpuacct.usage", /^(\d+)/, 1e9]
      : ["", "cpu.stat", /^usage_usec (\d+)/m, 1e6];
    // Inside a container its own cgroup is mounted as the root, whatever its path is outside.
    for (const place of [folder, ""]) {
      const used = form.exec(read(path.join("/sys/fs/cgroup", start, place, file)) ?? "")?.[1];
      if (used !== undefined) return Number(used) / perSecond;
    }
  }
  return undefined;
}

/** Exported for tests. */
export function ofChildren() {
  // The name of the program, in brackets, may contain spaces.
  const fields = read("/proc/self/stat")?.split(") ").at(-1)?.split(" ");
  return fields?.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / ticksPerSecond, 0);
}

/**
 * What a run took, and by how much it is over a bound, in lines to print. Not a failure: a busy machine is over them, too.
 * @param {number | undefined} cpuMinutes
 * @param {number} wallMinutes
 * @param {boolean} isBounded whether it was the whole of `npm test`
 * @returns {readonly string[]}
 */
export function spentLines(cpuMinutes, wallMinutes, isBounded) {
  const cpu = cpuMinutes === undefined ? "" : `${cpuMinutes.toFixed(1)} CPU minutes, `;
  const over = isBounded
    ? [
        ...(cpuMinutes !== undefined && cpuMinutes > bounds.cpuMinutes ? [`the ${bounds.cpuMinutes} CPU minutes`] : []),
        ...(wallMinutes > bounds.wallMinutes ? [`the ${bounds.wallMinutes} minutes`] : []),
      ]
    : [];
  return [
    `${cpu}${wallMinutes.toFixed(1)} minutes in all`,
    ...over.map(
      (bound) =>
        `LONGER than ${bound} that npm test may take on two quiet cores. If nothing else ran here, make its costliest tests cheaper, or thorough (test/README.md).`,
    ),
  ];
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
