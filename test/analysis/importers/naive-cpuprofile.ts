import type { Cpuprofile } from "../../../language-server/analysis/exporters/cpuprofile.ts";

/** Microseconds by function name, as Chrome DevTools, VS Code and speedscope sum them. */
export function naiveSelf(profile: Cpuprofile): ReadonlyMap<string, number> {
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const self = new Map<string, number>();
  let now = profile.startTime;
  const times = profile.timeDeltas.map((delta) => (now += delta));
  profile.samples.forEach((id, index) => {
    const name = names.get(id) ?? "";
    self.set(name, (self.get(name) ?? 0) + (times[index + 1] ?? profile.endTime) - (times[index] ?? 0));
  });
  return self;
}
