import type { Translate } from "../texts.ts";

/** The flame panel's own texts; speedscope's stay in English. */
export type FlameText = ReturnType<typeof flameText>;

export function flameText(t: Translate) {
  return {
    noWebgl: t(
      "The flame graph needs WebGL, which is off in this window. Turn on hardware acceleration and reload the window, or use the Hot Functions list in Heatline's side bar, which shows the same costs.",
    ),
    broken: (missing: readonly string[]) =>
      t(
        "Clicks in the flame graph are limited, because parts of speedscope that Heatline relies on are missing ({0}). A click opens the file and line of its tooltip. The Hot Functions list is not affected.",
        missing.join(", "),
      ),
    notDrawn: (name: string) => t("{0} is not drawn here: it took too little time in this run.", name),
    close: t("Close"),
  };
}
