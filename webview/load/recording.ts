import { button } from "../controls/button.ts";
import { element, smallPrint } from "../element.ts";
import type { LoadFormState } from "./incoming.ts";
import { loopFigures } from "./loop/loop-figures.ts";
import { hottestSoFar } from "./result.ts";
import { adviceSeconds, patienceSeconds, waitedSeconds } from "./waiting/waited.ts";
import type { Context, Screen } from "./screen-context.ts";

/** A recording without load: time since it appeared, and Stop. */
export function recordingView(
  state: LoadFormState,
  context: Context,
  head: HTMLElement,
  notes: readonly HTMLElement[],
  stopApp: HTMLElement,
): Screen {
  const { t, post } = context;
  const hottest = hottestSoFar(context);
  const loop = loopFigures(context);
  const clock = element("span", { class: "clock", role: "timer" }, "0:00");
  const startedAt = performance.now();
  const waiting = element("p", { class: "help", role: "timer" });
  const advice = smallPrint("");
  const help = smallPrint(t("Use your app now. Everything until you stop is recorded."));
  const draw = (): void => {
    clock.textContent = minutes((performance.now() - startedAt) / 1000);
    const seconds = waitedSeconds(state, Date.now()) ?? 0;
    waiting.hidden = seconds < patienceSeconds;
    if (!waiting.hidden) waiting.textContent = t("Started, waiting for a port · {0} s", seconds);
    advice.hidden = seconds < adviceSeconds;
    advice.textContent = advice.hidden
      ? ""
      : t(
          "If this is a server, look at its output: it may wait for a database or for input, or have its port opened by a process that it did not start.",
        );
    help.textContent = waiting.hidden
      ? t("Use your app now. Everything until you stop is recorded.")
      : t("Everything is recorded from the first line on. A script is recorded until it exits.");
  };
  draw();
  const ticking = setInterval(draw, 250);
  const stop = button({ label: t("Stop Recording"), look: "primary", icon: "stop", onClick: () => post({ type: "stopRecording" }) });
  const dot = element("span", { class: "dot", "aria-hidden": "true" });
  return {
    element: element(
      "div",
      { class: "stack" },
      head,
      element("div", { class: "waiting" }, dot, element("p", { role: "status" }, t("Recording")), clock),
      loop.element,
      hottest.element,
      waiting,
      help,
      advice,
      ...notes,
    ),
    bar: [stop, ...(state.appRunning ? [stopApp] : [])],
    primary: stop,
    live: hottest.show,
    loop: loop.show,
    dispose: () => clearInterval(ticking),
  };
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
