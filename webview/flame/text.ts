import type { Category } from "../../language-server/analysis/costs/costs.ts";
import type { Translate } from "../texts.ts";

/** The flame panel's own texts; speedscope's stay in English. */
export type FlameText = ReturnType<typeof flameText>;

/** Also for the lists of the editor. */
export function kindNames(t: Translate): Readonly<Record<Category, string>> {
  return {
    own: t("own code"),
    dependency: t("dependencies"),
    node: t("Node.js core"),
    native: t("native code"),
    gc: t("garbage collection"),
    program: t("(program): V8 itself"),
    compile: t("compiling"),
  };
}

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
    empty: t("Nothing was measured in what is selected."),
    shows: (selected: string) => (selected === "" ? t("The flame graph shows everything.") : t("The flame graph shows: {0}", selected)),
    bar: t("Filter of the flame graph"),
    filter: t("Filter"),
    kinds: t("Show frames of"),
    kindNames: kindNames(t),
    nativeFrames: t("Native frames"),
    nativeFramesHelp: t(
      "Native code and V8’s compilers get frames of their own. Otherwise their time is part of the self time of the function that called them, as on lines.",
    ),
    mergeRecursion: t("Merge recursion"),
    coloursByKind: t("Color by kind of code"),
    file: t("Only through file"),
    zoom: t("Zoom to This"),
    whole: t("Show Whole Graph"),
    find: t("Search"),
    search: t("Search functions"),
    below: t("Only Below This"),
    hide: t("Hide This"),
    list: t("Show as List"),
    everything: t("Show Everything"),
    ofSelected: (label: string, name: string) => t("{0}: {1}", label, name),
    selectFirst: t("Click a frame first."),
  };
}
