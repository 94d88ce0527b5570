import * as v from "valibot";
import { element } from "../element.ts";
import { connect } from "../host.ts";
import { bridgeReader, type ClickedFrame, type ClickReader, watchClicks } from "./clicks.ts";
import { toFlame, type ToFlame } from "./incoming.ts";
import type { FromFlame } from "./outgoing.ts";
import { createFilterBar } from "./filter-bar.ts";
import { blockForeignInput, onEscape } from "./keys.ts";
import { colouredByKind, kindBands } from "./kind-colours.ts";
import { dropProfile, isOurDrop, chooseInitialTheme, followTheme, isDark } from "./theme.ts";
import { removeNotice, showInstead, showNotice } from "./notice.ts";
import { drawnView, hasNoRoom, revealFrame, zoomOut, zoomToFrame } from "./reveal.ts";
import { createSearchField } from "./search-field.ts";
import { checkProfile, checkView, findSpeedscope, type Profile, type Speedscope, viewModes } from "./speedscope-state.ts";
import { adaptStyle } from "./speedscope-style.ts";
import { pageTexts } from "../texts.ts";
import { toTimeline, type ToTimeline } from "../timeline/incoming.ts";
import { connectedTimeline } from "../timeline/messages.ts";
import type { FromTimeline } from "../timeline/outgoing.ts";
import { type Place, tooltipReader } from "./tooltip.ts";

/** Runs before speedscope's script; the bridge is built after both have run. */
const t = pageTexts();
const root = document.body.lastElementChild ?? document.body;
/** Says to screen readers which frame is selected: the canvas itself has no roles. */
const liveRegion = element("div", { class: "heatline-live", role: "status" });
// speedscope's root must stay the body's last element.
document.body.prepend(liveRegion);
const host = connect<ToFlame | ToTimeline, FromFlame | FromTimeline>(v.variant("type", [toFlame, toTimeline]), receive);
const bar = createFilterBar(t, {
  change: (change) => host.post({ type: "filter", change }),
  filterSelected,
  showEverything,
  showAsList: () => host.post({ type: "showAsList" }),
  zoom: (to) => void zoom(to),
});
const search = createSearchField(t, () => speedscope?.search());
bar.addSearch(search.element);
const timeline = connectedTimeline(bar.above, { t, locale: document.documentElement.lang, place: "above" }, (message) =>
  host.post(message),
);

let speedscope: Speedscope | undefined;
let shown: Extract<ToFlame, { type: "profile" }> | undefined;
let loading: Extract<ToFlame, { type: "profile" }> | undefined;
let ourProfiles: readonly Profile[] = [];
/** Index of the frame that was clicked or revealed last. */
let selected: number | undefined;
/** Index of the thread that speedscope shows. */
let shownTimeline = 0;
/** The last profile had no sample: nothing of what is selected was busy. */
let isEmpty = false;
/** What the last profile is of. */
let said: string | undefined;

chooseInitialTheme();
adaptStyle();
blockForeignInput(isOurDrop);
// The sandwich has no zoom, and speedscope leaves its frame with this key.
onEscape(
  () => bar.closeMenu() || timeline.escape(),
  () => speedscope && speedscope.application().viewMode !== viewModes.sandwich && void zoom("whole"),
);
document.addEventListener("DOMContentLoaded", start);

function start(): void {
  if (document.createElement("canvas").getContext("webgl") === null) {
    showInstead(
      t(
        "The flame graph needs WebGL, which is off in this window. Turn on hardware acceleration and reload the window, or use the Hot Functions list in Heatline's side bar, which shows the same costs.",
      ),
    );
    host.post({ type: "noWebgl" });
    return;
  }
  const found = findSpeedscope(root);
  if ("missing" in found) breakBridge(found.missing);
  else {
    speedscope = found;
    followTheme(speedscope.scheme, showLegend);
    speedscope.group.subscribe(() => groupChanged());
  }
  const fallback = tooltipReader(() => shown?.profile.shared.frames ?? []);
  const bridge = speedscope && bridgeReader(speedscope, (group) => group.profiles.every((each) => ourProfiles.includes(each.profile)));
  watchClicks<ClickedFrame | Place>((): ClickReader<ClickedFrame | Place> => (speedscope && bridge ? bridge : fallback), postClick);
  host.post({ type: "ready" });
  host.post({ type: "timelineReady" });
}

function receive(message: ToFlame | ToTimeline): void {
  if (message.type === "profile") show(message);
  else if (message.type !== "reveal") timeline.receive(message);
  else if (message.key === shown?.key) void reveal(message.frame);
  else if (message.key === loading?.key) loading = { ...loading, frame: message.frame };
}

function show(message: Extract<ToFlame, { type: "profile" }>): void {
  if (said !== undefined && said !== message.filter.text) announce(showsText(message.filter.text));
  said = message.filter.text;
  bar.show(message.filter);
  select(undefined);
  if (isEmpty) removeNotice();
  // speedscope refuses a profile without time.
  isEmpty = message.profile.profiles.every(({ endValue }) => endValue === 0);
  if (isEmpty) {
    loading = undefined;
    document.body.classList.add("heatline-empty");
    showNotice(
      t("Nothing was measured in what is selected."),
      t,
      message.filter.isActive ? { label: t("Show Everything"), run: showEverything } : undefined,
    );
    return;
  }
  loading = message;
  const { profile, kinds, filter } = message;
  dropProfile(root, filter.coloursByKind ? colouredByKind(profile, kinds) : profile);
}

function showsText(selected: string): string {
  return selected === "" ? t("The flame graph shows everything.") : t("The flame graph shows: {0}", selected);
}

/** What the colours mean, in the shown thread. */
function showLegend(): void {
  if (shown === undefined) return;
  const { profile, kinds, filter } = shown;
  const timeline = speedscope?.group.get()?.indexToView ?? 0;
  bar.explainColours(filter.coloursByKind ? kindBands(profile, kinds, timeline) : [], isDark());
}

function showEverything(): void {
  host.post({ type: "showEverything" });
}

function filterSelected(how: "below" | "hide"): void {
  if (shown !== undefined && selected !== undefined) host.post({ type: "filterFrame", key: shown.key, frame: selected, how });
}

function select(frame: number | undefined): void {
  selected = frame;
  bar.select(frame === undefined ? undefined : shown?.profile.shared.frames[frame]?.name);
}

/** speedscope sets its profile group when a profile is loaded and at every hover. */
function groupChanged(): void {
  const group = speedscope?.group.get();
  if (group && group.indexToView !== shownTimeline) {
    shownTimeline = group.indexToView;
    showLegend();
  }
  if (!speedscope || !group || loading === undefined || group.profiles?.some((each) => ourProfiles.includes(each.profile))) return;
  ourProfiles = group.profiles?.map((each) => each.profile) ?? [];
  showLoaded();
  const missing = [...checkProfile(speedscope.group), ...(speedscope.search() === undefined ? ["search"] : [])];
  if (missing.length > 0) breakBridge(missing);
  else void checkAndReveal(shown?.frame);
}

async function zoom(to: "selected" | "whole"): Promise<void> {
  if (!speedscope || (to === "selected" && selected === undefined)) return;
  const done = await (to === "selected" && selected !== undefined ? zoomToFrame(speedscope, selected) : zoomOut(speedscope, selected));
  if (done === "broken" && !hasNoRoom(speedscope)) breakBridge(["flamechart"]);
  else if (done === "shown") bar.showZoomed(to === "selected");
}

function showLoaded(): void {
  document.body.classList.remove("heatline-empty");
  shown = loading ?? shown;
  showLegend();
  const isNew = loading !== undefined;
  loading = undefined;
  if (shown && isNew) host.post({ type: "loaded", key: shown.key });
}

async function checkAndReveal(frame: number | undefined): Promise<void> {
  if (!speedscope) return;
  const isFlame = speedscope.application().viewMode !== 2;
  const view = isFlame ? await drawnView(speedscope) : undefined;
  if (isFlame && view === undefined && waitsForRoom(() => checkAndReveal(frame))) return;
  const missing = isFlame ? checkView(view) : [];
  if (missing.length > 0) return breakBridge(missing);
  search.applyAgain();
  if (frame !== undefined) await reveal(frame);
}

async function reveal(frame: number): Promise<void> {
  if (!speedscope) return;
  switch (await revealFrame(speedscope, frame)) {
    case "shown":
      return announceFrame(frame);
    case "absent":
      return showNotice(
        t("{0} is not drawn here: it took too little time in this run.", shown?.profile.shared.frames[frame]?.name ?? String(frame)),
        t,
      );
    case "broken":
      if (!waitsForRoom(() => reveal(frame))) breakBridge(["flamechart"]);
  }
}

/** Whether the panel is too low for a graph: then `again` is called when it has another size. */
function waitsForRoom(again: () => Promise<void>): boolean {
  const isWaiting = speedscope !== undefined && hasNoRoom(speedscope);
  if (isWaiting) window.addEventListener("resize", () => void again(), { once: true });
  return isWaiting;
}

function breakBridge(missing: readonly string[]): void {
  speedscope = undefined;
  watchTitle();
  showNotice(
    t(
      "Clicks in the flame graph are limited, because parts of speedscope that Heatline relies on are missing ({0}). A click opens the file and line of its tooltip. The Hot Functions list is not affected.",
      missing.join(", "),
    ),
    t,
  );
  host.post({ type: "bridgeBroken", missing });
}

/** Without access to speedscope's state, its title shows that a profile was loaded. */
function watchTitle(): void {
  const title = document.querySelector("title");
  if (title) new MutationObserver(showLoaded).observe(title, { childList: true });
}

/** With Alt a click goes to the declaration. */
function postClick(target: ClickedFrame | Place, { altKey }: MouseEvent): void {
  if (!shown) return;
  if ("frame" in target) {
    const { frame, path } = target;
    announceFrame(frame);
    host.post({ type: "frameClicked", key: shown.key, frame, ...(altKey ? {} : { path }) });
  } else host.post({ type: "placeClicked", key: shown.key, ...target });
}

function announce(message: string): void {
  liveRegion.textContent = message;
}

function announceFrame(index: number): void {
  select(index);
  const frame = shown?.profile.shared.frames[index];
  if (frame === undefined) return;
  announce(frame.file === undefined ? frame.name : `${frame.name}, ${frame.file.replace(/^.*[/\\]/, "")}:${frame.line ?? 1}`);
}
