import { expect, test } from "vitest";
import { importCpuprofile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import { onOneClock } from "../../../language-server/recording/inspector/inspector-recorder.ts";

const root = { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 };

test("a thread that began later has times on the clock of the first, as a span is the same moments of all threads", () => {
  const recorded = [5_000_000, 4_000_000].map((began) => {
    const nodes = [{ id: 1, callFrame: root, hitCount: 3 }];
    const raw = { nodes, samples: [1, 1, 1], timeDeltas: [100, 1000, 1000], startTime: began, endTime: began + 3000 };
    const { profile } = importCpuprofile(raw);
    return { pid: 1, name: "", recorder: "inspector", profile, zeroUs: began, scripts: [], problems: [] } as const;
  });
  const threads = onOneClock(recorded);
  expect(threads.map(({ zeroUs }) => zeroUs)).toEqual([4_000_000, 4_000_000]);
  const [late, first] = threads.map(({ profile }) => profile);
  expect(Array.from(first?.samples.time ?? [])).toEqual([100, 1100, 2100]);
  expect(Array.from(late?.samples.time ?? [])).toEqual([1_000_100, 1_001_100, 1_002_100]);
  expect(late?.interval).toBe(first?.interval);
});
