import { button } from "../controls/button.ts";
import { element } from "../element.ts";
import type { LoadFormState } from "./incoming.ts";
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
  const { text, post } = context;
  const hottest = hottestSoFar(context);
  const clock = element("span", { class: "clock", role: "timer" }, "0:00");
  const startedAt = performance.now();
  const waiting = element("p", { class: "help", role: "timer" });
  const advice = element("p", { class: "help" });
  const help = element("p", { class: "help" }, text.recordingHelp);
  const draw = (): void => {
    clock.textContent = minutes((performance.now() - startedAt) / 1000);
    const seconds = waitedSeconds(state, Date.now()) ?? 0;
    waiting.hidden = seconds < patienceSeconds;
    if (!waiting.hidden) waiting.textContent = text.waitingForPort(seconds);
    advice.hidden = seconds < adviceSeconds;
    advice.textContent = advice.hidden ? "" : text.waitingLong;
    help.textContent = waiting.hidden ? text.recordingHelp : text.waitingHelp;
  };
  draw();
  const ticking = setInterval(draw, 250);
  const stop = button({ label: text.stopRecording, look: "primary", icon: "stop", onClick: () => post({ type: "stopRecording" }) });
  const dot = element("span", { class: "dot", "aria-hidden": "true" });
  return {
    element: element(
      "div",
      { class: "stack" },
      head,
      element("div", { class: "waiting" }, dot, element("p", { role: "status" }, text.recording), clock),
      hottest.element,
      waiting,
      help,
      advice,
      ...notes,
    ),
    bar: [stop, ...(state.appRunning ? [stopApp] : [])],
    primary: stop,
    live: hottest.show,
    dispose: () => clearInterval(ticking),
  };
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
