import type { DetailTexts } from "./detail-texts.ts";

export const english: DetailTexts = {
  measured: "How it was measured",
  threads: "Threads and processes",
  app: "What ran",
  problems: "What to know",
  recorder: "Recorder",
  recorders: {
    exact: {
      name: "exact: V8's tick log",
      about:
        "At every tick V8 wrote down the whole stack with file, line and column of each call. Lines of callers are measured, not guessed. Nothing is lost however the app ends.",
    },
    inspector: {
      name: "inspector: the profiler behind Chrome DevTools",
      about:
        "It tells the exact line for the function that was running, but not the lines of its callers: those are worked out from the source and marked ≈ where they are not certain.",
    },
    import: {
      name: "opened from a file",
      about: "The samples were not taken by Heatline. They are only as exact as the tool that took them.",
    },
  },
  fallback: {
    label: "Why not exact",
    about:
      "The exact recorder needs flags on the command line of the app's own Node.js. Where they cannot be given the inspector is used instead.",
  },
  live: {
    label: "State",
    value: "live: the recording still goes on",
    about: "The figures grow every second or two. Waiting is told from work more exactly in the run that is kept at the end.",
  },
  ticks: {
    label: "Ticks",
    value: (ticks, busy) => `${ticks} in all, ${busy} busy`,
    about:
      "A tick is one look at what a thread is doing at that moment. Busy ticks are those in which it did not wait; every share you see is a share of the busy ticks.",
  },
  interval: {
    label: "Interval",
    about: "Mean time between two ticks in this recording. One tick is worth this much time.",
  },
  window: { label: "Recorded for", about: "Length of the measured part; the warm-up of a load run is left out." },
  errorBar: {
    label: "Error bar",
    value: (low, high) => `a line shown with 50 % has between ${low} and ${high}`,
    about:
      "Ticks are a sample, as in a poll: with 95 % certainty the true share lies in this range. More ticks make it narrower. The hover of a line gives its own range (±).",
  },
  repaired: {
    label: "Repaired ticks",
    value: (ticks, share) => `${ticks} (${share} of the busy ones)`,
    about:
      "In some of its built-in routines V8 loses sight of the JavaScript function that called them. Heatline puts that function back, by what other ticks show at the same place.",
  },
  doubtful: {
    label: "Doubtful ticks",
    about: "Repaired ticks for which more than one function or line came into question. They are shared out by likelihood and marked ≈.",
  },
  inferred: {
    label: "Lines of callers",
    value: "worked out from the source, ≈ where not certain",
    about: "The inspector does not record at which line a function called the next one.",
  },
  killed: {
    label: "If the app is killed",
    value: "its samples are lost with it",
    about:
      "The inspector keeps the samples inside the app until they are fetched: a process ended by force (SIGKILL, out of memory) takes them along. The exact recorder writes them to disk as they come.",
  },
  disk: {
    label: "Disk used by the log",
    about: "V8 wrote this much to a private folder while recording. It was removed at the end of the session; recording stops at 2 GB.",
  },
  selected: {
    label: "Shown",
    about: "Heat, hovers, lenses and the flame graph show these threads only. “Heatline: Show Thread…” changes that.",
  },
  thread: {
    value: (busy, share, interval) => `${busy} busy ticks, ${share} of the run; one every ${interval}`,
    repaired: (repaired, doubtful) => `${repaired} repaired, ${doubtful} doubtful`,
    about: (pid) => `Process ${pid}. Each thread has its own ticks; together they make up the run.`,
  },
  command: { label: "Command", about: "The app's own command line." },
  node: { label: "Node.js", about: "Version of the Node.js that ran the app, and of V8, its JavaScript engine." },
  end: {
    label: "Ended",
    about: "Why the recording ended. What was recorded up to then is complete.",
    ends: {
      "load-ended": "with the load run",
      cancelled: "the load was cancelled",
      exited: "the app ended by itself",
      stopped: "it was stopped",
      crashed: "the app crashed",
      "time-cap": "the longest duration was reached",
      disconnected: "the app's inspector was closed",
    },
  },
  cpu: {
    label: "CPU time",
    about: "Processor time of the app's processes while recorded, of user and system, garbage collection and compiler threads included.",
  },
  loop: {
    label: "Event loop busy",
    about:
      "Part of the recorded time in which the main thread was not waiting for events, as Node.js itself counts it. Near 100 % the app can take no more.",
  },
  problemAbout: "Something Heatline noticed in the recording, and worked round.",
};
