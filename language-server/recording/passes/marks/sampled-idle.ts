import { functionKinds, type Profile } from "../../../analysis/profile/profile.ts";

/**
 * How long a thread had been idle by each of these times, by its samples: each stands for the time since the one before. Both ascend, in
 * microseconds since the start of the window. For threads whose own count of that is wrong, as the signals of the samples interrupt its waits.
 */
export function sampledIdle({ samples, stacks, functions }: Profile, times: Float64Array): Float64Array {
  const idleKind = functionKinds.indexOf("idle");
  const { stack, time } = samples;
  let [row, idle, before] = [0, 0, 0];
  const isIdleAt = (sample: number): boolean => {
    const leaf = stack[sample] ?? -1;
    return leaf >= 0 && functions.kind[stacks.func[leaf] as number] === idleKind;
  };
  return times.map((at) => {
    for (; row < time.length && (time[row] as number) <= at; row++) {
      if (isIdleAt(row)) idle += (time[row] as number) - before;
      before = time[row] as number;
    }
    return idle + (isIdleAt(row) ? Math.max(0, at - before) : 0);
  });
}
