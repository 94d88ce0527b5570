import type { LoadProgress } from "../../language-server/analysis/load/load.ts";
import { button } from "../controls/button.ts";
import { element, smallPrint } from "../element.ts";
import { liveChart } from "./chart.ts";
import { loopFigures } from "./loop/loop-figures.ts";
import { loadFigures, units } from "./load-figures.ts";
import { hottestSoFar } from "./result.ts";
import type { Context, Screen } from "./screen-context.ts";
import type { Translate } from "../texts.ts";

/** Screen readers hear the figures once per this many readings: about every five seconds. */
const spokenEvery = 10;

/** A load run in progress: time left, figures, a chart, the hottest line so far, Cancel. */
export function progressView(context: Context, head: HTMLElement, notes: readonly HTMLElement[]): Screen {
  const { t, locale, post } = context;
  const hottest = hottestSoFar(context);
  const loop = loopFigures(context);
  const format = loadFigures(locale, units(t));
  const phase = element("span", { class: "phase" }, t("Starting the load…"));
  const left = element("span", { class: "left" });
  const filled = element("div", { class: "bar-filled" });
  const bar = element(
    "div",
    { class: "bar", role: "progressbar", "aria-label": t("Measuring"), "aria-valuemin": "0", "aria-valuemax": "100" },
    filled,
  );
  const spoken = element("p", { class: "spoken", "aria-live": "polite" });
  const perSecond = figure(t("req/s"), "big requests-color");
  const p99 = figure("p99", "big latency-color");
  const p50 = figure("p50");
  const p97 = figure("p97.5");
  const errors = figure(t("Errors"));
  const chart = liveChart(t("Requests per second and p99 latency over time"));
  const stop = button({ label: t("Cancel"), look: "primary", icon: "stop", onClick: () => post({ type: "cancelLoad" }) });
  const liveParts = [
    element("dl", { class: "figures two" }, perSecond.element, p99.element),
    chart.element,
    element("dl", { class: "figures three" }, p50.element, p97.element, errors.element),
  ];
  const silent = smallPrint(t("This tool reports its figures when it ends."));
  silent.hidden = true;
  let readings = 0;
  let lastPhase = "";

  return {
    element: element(
      "div",
      { class: "stack" },
      head,
      element("div", {}, element("div", { class: "progress-head" }, phase, left), bar),
      ...liveParts,
      silent,
      loop.element,
      hottest.element,
      smallPrint(t("Cancel keeps what was recorded so far.")),
      spoken,
      ...notes,
    ),
    bar: [stop],
    primary: stop,
    live: hottest.show,
    loop: loop.show,
    progress(progress) {
      const { elapsedSeconds, remainingSeconds, figures: live } = progress;
      const whole = elapsedSeconds + (remainingSeconds ?? 0);
      const done = whole > 0 ? Math.min(1, elapsedSeconds / whole) : 0;
      const time =
        remainingSeconds === undefined
          ? t("for {0}", format.seconds(Math.floor(elapsedSeconds)))
          : t("{0} left", format.seconds(Math.ceil(remainingSeconds)));
      phase.textContent = phaseName(progress.phase, t);
      left.textContent = progress.phase === "setup" ? "" : time;
      const isBefore = progress.phase === "setup" || progress.phase === "waiting";
      filled.style.transform = `scaleX(${remainingSeconds === undefined ? 1 : done})`;
      bar.classList.toggle("warmup", progress.phase !== "measuring");
      bar.classList.toggle("endless", remainingSeconds === undefined);
      if (remainingSeconds === undefined) bar.removeAttribute("aria-valuenow");
      else bar.setAttribute("aria-valuenow", String(Math.round(100 * done)));
      bar.setAttribute("aria-label", phaseName(progress.phase, t));
      if (live !== undefined) {
        perSecond.show(format.perSecond(live.requestsPerSecond));
        p50.show(format.latency(live.p50Ms));
        p97.show(format.latency(live.p97_5Ms));
        p99.show(format.latency(live.p99Ms));
        errors.show(format.count(live.errors));
        errors.element.classList.toggle("bad", live.errors > 0);
        if (!isBefore) chart.add(live.requestsPerSecond, live.p99Ms);
      }
      for (const part of liveParts) part.hidden = live === undefined && !isBefore;
      silent.hidden = live !== undefined || isBefore;
      if (progress.phase !== lastPhase) spoken.textContent = phaseName(progress.phase, t);
      else if (readings % spokenEvery === 0) {
        spoken.textContent =
          live === undefined
            ? time
            : t(
                "{0}, {1} requests per second, p99 {2}, errors: {3}",
                time,
                format.perSecond(live.requestsPerSecond),
                format.latency(live.p99Ms),
                format.count(live.errors),
              );
      }
      lastPhase = progress.phase;
      readings += 1;
    },
    dispose: () => chart.dispose(),
  };
}

function figure(name: string, className = ""): { readonly element: HTMLElement; show(value: string): void } {
  const value = element("dd", {}, "–");
  return {
    element: element("div", { class: `figure ${className}` }, element("dt", {}, name), value),
    show: (shown) => (value.textContent = shown),
  };
}

function phaseName(phase: LoadProgress["phase"], t: Translate): string {
  return { setup: t("Setup requests"), waiting: t("Waiting for the first response"), warmup: t("Warming up"), measuring: t("Measuring") }[
    phase
  ];
}
