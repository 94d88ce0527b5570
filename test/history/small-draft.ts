import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import type { RunDraft } from "../../language-server/history/run-store.ts";

export const hash = "a".repeat(64);

/** main → hot, three ticks in hot and one idle. */
export const profile: Profile = {
  scripts: { url: ["file:///app.js"], hash: [hash] },
  functions: {
    name: ["main", "hot", "(idle)"],
    script: Int32Array.of(0, 0, -1),
    line: Int32Array.of(1, 5, 0),
    column: Int32Array.of(0, 0, -1),
    kind: Uint8Array.of(0, 0, 4),
  },
  stacks: {
    prefix: Int32Array.of(-1, 0, -1),
    func: Int32Array.of(0, 1, 2),
    line: Int32Array.of(2, 6, 0),
    column: Int32Array.of(0, 0, -1),
    certainty: Uint8Array.of(0, 0, 3),
  },
  samples: { stack: Int32Array.of(1, 1, 2, 1), time: Float64Array.of(0, 1000, 2000, 3000) },
  interval: 1000,
};

/** With a text, a problem and one thread. */
export function draft(name: string, startedAt = "2026-01-02T12:00:00.000Z"): RunDraft {
  return {
    run: {
      name,
      startedAt,
      app: { cwd: "/app", workspaceFolders: ["/app"], argv: ["node", "app.js"], nodeVersion: "22.0.0", v8Version: "12.4", gitCommit: "" },
      recorder: "inspector",
      end: "load-ended",
      exitCode: undefined,
      durationMs: 1000,
      cpuMs: 900,
      load: undefined,
      scripts: [{ url: "file:///app.js", hash, mapHash: "", mapBase: "" }],
      problems: [{ code: "inspector.lostSamples", values: { name: "worker 1", reason: { code: "inspector.endedEarly" } }, count: 2 }],
    },
    threads: [{ pid: 4711, name: "main", profile }],
    texts: new Map([[hash, "the source"]]),
  };
}
