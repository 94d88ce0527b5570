/** Words that are not translated: names of programs, files, functions, options and units. */
const names = new Set(
  `login js request response crypto node http server parser On Incoming pbkdf Sync pbkdf Handle Api Call stringify Node Heatline CPU Chrome Dev Tools
  DevTools Turbo Fan Maglev Java Script Code Lens worker main GET test SIGKILL heatline sampling Interval prof logfile log source position
  internal speedscope perf script pprof Firefox samply toString string json sha url readme cpuprofile missing app map path
  mapping Open Telemetry Hermes austin Graal Pyroscope`
    .split(/\s+/)
    .map((name) => name.toLowerCase()),
);

/** The Latin words in all texts, without links, codes and names; `more` are names, too. */
export function latinWords(value: unknown, more: readonly string[] = []): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => latinWords(each, more));
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap((each) => latinWords(each, more));
  if (typeof value !== "string") return [];
  const plain = value.replaceAll(/\]\([^)]*\)|&nbsp;|\$\(\w+\)|\/[\w./-]+/g, " ").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, " ");
  const words = plain.replaceAll(/([a-z])([A-Z])/g, "$1 $2").match(/[A-Za-z]{3,}/g) ?? [];
  return words.filter((word) => !names.has(word.toLowerCase()) && !more.includes(word.toLowerCase()));
}
