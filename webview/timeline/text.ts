import type { Band, BlockKind } from "../../language-server/analysis/timeline/strip.ts";
import { digits } from "../../language-server/analysis/figures.ts";
import type { Microseconds, Share } from "../../language-server/analysis/units.ts";
import { kindNames } from "../flame/filter-bar.ts";
import { loadFigures, units } from "../load/load-figures.ts";
import type { Translate } from "../texts.ts";
import type { Span, TimelineView } from "./incoming.ts";

/** Every text and figure of the time strip. */
export type TimelineText = ReturnType<typeof timelineText>;

export function timelineText(t: Translate, locale: string) {
  const figures = loadFigures(locale, units(t));
  const kinds = kindNames(t);
  const bands: Readonly<Record<Band, string>> = { ...kinds, idle: t("idle"), noCpu: t("no CPU") };
  const blockKinds: Readonly<Record<BlockKind, string>> = {
    block: t("block"),
    busyTurn: t("busy turn"),
    gc: kinds.gc,
    noCpu: t("no CPU"),
  };
  const duration = (length: Microseconds): string => {
    const unit = length < 1000 ? t("µs") : length < 1e6 ? t("ms") : t("s");
    const value = length / (length < 1000 ? 1 : length < 1e6 ? 1000 : 1e6);
    return `${digits(value, value >= 99.5 || length < 1000 || Number.isInteger(value) ? 0 : value >= 9.95 ? 1 : 2, locale)}\u00a0${unit}`;
  };
  /** In seconds; to a hundredth of `resolution`, the length of what is shown. */
  const time = (at: Microseconds, resolution: Microseconds): string => {
    const decimals = Math.min(Math.max(Math.ceil(6 - Math.log10(Math.max(resolution, 1)) + 2), 1), 6);
    return `${digits(at / 1e6, decimals, locale)}\u00a0${t("s")}`;
  };
  return {
    locale,
    ...figures,
    bands,
    blockKinds,
    duration,
    time,
    span: ({ from, to }: Span): string => {
      const numbers = time(from, to - from).split("\u00a0");
      return `${numbers[0]}–${time(to, to - from)}`;
    },
    share: (share: Share): string => `${digits(100 * share, 0, locale)}\u00a0%`,
    title: t("Timeline"),
    plot: t("Timeline of the run"),
    plotHelp: t(
      "Left and right move the cursor, with Shift they select time. Plus and minus zoom, 0 shows the whole run, [ and ] go to blocks, Enter goes to the line of a block, Space selects it, Escape clears the selection.",
    ),
    zoomIn: t("Zoom In"),
    zoomOut: t("Zoom Out"),
    whole: t("Show Whole Run"),
    zoomToSelection: t("Zoom to Selection"),
    clear: t("Clear Selection"),
    list: t("Show as List"),
    height: t("Height of the timeline"),
    allThreads: (count: number): string => t("Show All {0} Threads", figures.count(count)),
    fewThreads: (count: number): string => t("Show Busiest {0} Threads", figures.count(count)),
    legend: t("Colors"),
    seconds: t("s"),
    rows: { rate: t("req/s"), latency: t("latency"), loop: t("event loop"), heap: t("heap") },
    listens: t("listens"),
    startup: (span: string): string => t("Start-up: {0}", span),
    loadStarts: t("load starts"),
    loadEnds: t("load ends"),
    warmUp: t("warm-up"),
    latencies: (p50: string, p99: string): string => `p50 ${p50} · p99 ${p99}`,
    requests: (perSecond: string): string => t("{0} req/s", perSecond),
    underWay: (count: number): string => t("{0} under way", figures.count(count)),
    errors: (count: number): string => (count === 1 ? t("1 error") : t("{0} errors", figures.count(count))),
    busy: (thread: string, duration: string, samples: string, interval: string): string =>
      t("{0}: busy {1} ({2} × {3})", thread, duration, samples, interval),
    notBusy: (thread: string): string => t("{0}: not busy", thread),
    hottest: (line: string): string => t("Hottest: {0}", line),
    loop: (busy: string, delay: string, heap: string): string => t("Loop {0} · delay p99 {1} · heap {2}", busy, delay, heap),
    selected: (spans: string): string => t("Selected: {0}", spans),
    nothingSelected: t("The whole run is selected."),
    startEdge: t("Start of the selected time"),
    endEdge: t("End of the selected time"),
    noRun: t("Record an app or open a profile to see when it was busy."),
    noTimes: t("This run has no times: it shows what took how long, but not when."),
    reading: t("Reading the timeline…"),
    failed: (reason: string): string => t("The timeline could not be read: {0}", reason),
    notYet: t("Time can be selected when the recording has ended."),
    /** Of a strip with one column. */
    summary: ({ length, blocks, load }: TimelineView): string => {
      const longest = Math.max(...blocks.map(({ from, to, kind }) => (kind === "noCpu" ? 0 : to - from)), 0);
      const count = blocks.filter(({ kind }) => kind !== "noCpu").length;
      const [rate, p99] = [load?.perSecond[0], load?.p99Ms[0]];
      // The rate is of the whole window.
      const loaded = load === undefined ? 1 : Math.min(load.to, length) - Math.max(load.from, 0);
      return [
        duration(length),
        count === 0
          ? ""
          : count === 1
            ? t("1 block: {0}", duration(longest))
            : t("{0} blocks, longest {1}", figures.count(count), duration(longest)),
        typeof rate === "number" && loaded > 0 ? t("{0} req/s", figures.perSecond((rate * length) / loaded)) : "",
        typeof p99 === "number" ? `p99\u00a0${figures.latency(p99)}` : "",
      ]
        .filter((each) => each !== "")
        .join(" · ");
    },
    noBlocks: t("No blocks were found here."),
    moreBlocks: (count: number): string => t("{0} more: zoom in to see them.", figures.count(count)),
    blocks: t("Blocks"),
    parts: t("The shown time in parts"),
    begins: t("Begins at"),
    length: t("Length"),
    thread: t("Thread"),
    kind: t("Kind"),
    what: t("What"),
    when: t("Time"),
    actions: t("Actions"),
    goToLine: t("Go to Line"),
    goToLineOf: (what: string): string => t("Go to Line: {0}", what),
    selectTime: t("Select"),
    selectOf: (what: string): string => t("Select: {0}", what),
    busyOf: (thread: string): string => t("{0}, busy", thread),
    hottestLine: t("Hottest line"),
    loopDelay: t("delay p99"),
    p50: "p50",
    p99: "p99",
    errorCount: t("Errors"),
  };
}
