import type { FramePath } from "./outgoing.ts";
import { type CallNode, type ProfileGroup, type ProfileState, type Speedscope, viewModes } from "./speedscope-state.ts";

/** Determines what was clicked: from speedscope's state, or from the tooltip's text when the bridge is broken. */
export interface ClickReader<Target> {
  /** Called at the press, before speedscope handles it. */
  press(event: MouseEvent): void;
  /** Called just before speedscope handles the click. */
  before(event: MouseEvent): void;
  /** Called just after it did. Undefined if no frame was clicked. */
  after(event: MouseEvent): Target | undefined;
}

/** speedscope treats a release within this many pixels of the press as a click, otherwise as a drag. */
const clickRadius = 5;

/**
 * Reports clicks on frames, ignoring the second click of a double click so that a file is opened once. `reader` is called at each click,
 * since the reader changes when the bridge breaks.
 */
export function watchClicks<Target>(reader: () => ClickReader<Target>, clicked: (target: Target, event: MouseEvent) => void): void {
  let pressed: MouseEvent | undefined;
  window.addEventListener(
    "mousedown",
    (event) => {
      pressed = event;
      reader().press(event);
    },
    { capture: true },
  );
  window.addEventListener("click", (event) => reader().before(event), { capture: true });
  window.addEventListener("click", (event) => {
    const dragged = pressed !== undefined && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > clickRadius;
    if (dragged || event.button !== 0 || event.detail > 1) return;
    const target = reader().after(event);
    if (target !== undefined) clicked(target, event);
  });
}

/** A clicked frame and how it was reached. */
export interface ClickedFrame {
  readonly frame: number;
  readonly path: FramePath;
}

interface Hovered {
  readonly node: CallNode;
  readonly part: FramePath["part"];
}

/**
 * Reads the clicked frame from speedscope's state. In a flame graph that is the frame hovered at the press (the sandwich's panes
 * ignore selection, and jitter of the mouse clears the hover before the click). A click on a row of the sandwich's table creates a new
 * `callerCallee`. `isOurs` says whether the extension supplied the shown profile; only then are keys valid.
 */
export function bridgeReader(speedscope: Speedscope, isOurs: (group: ProfileGroup) => boolean): ClickReader<ClickedFrame> {
  let hovered: Hovered | undefined;
  let sandwichBefore: unknown;
  const shown = (): ProfileState | undefined => {
    const group = speedscope.group.get();
    return group === null || !isOurs(group) ? undefined : group.profiles[group.indexToView];
  };
  return {
    press() {
      hovered = hoveredNode(shown(), speedscope.application().viewMode);
    },
    before() {
      sandwichBefore = shown()?.sandwichViewState.callerCallee;
    },
    after() {
      const last = hovered;
      hovered = undefined;
      const timeline = speedscope.group.get()?.indexToView ?? 0;
      const { flattenRecursion } = speedscope.application();
      if (last !== undefined)
        return {
          frame: last.node.frame.key,
          path: { timeline, part: last.part, frames: framesOf(last), mergesRecursion: flattenRecursion },
        };
      const sandwich = shown()?.sandwichViewState.callerCallee;
      if (!sandwich || sandwich === sandwichBefore) return undefined;
      const frame = sandwich.selectedFrame.key;
      return { frame, path: { timeline, part: "callees", frames: [frame], mergesRecursion: flattenRecursion } };
    },
  };
}

/** From caller to callee. The callers' pane of the sandwich has the function at its root, and each caller below what it calls. */
function framesOf({ node, part }: Hovered): readonly number[] {
  const frames: number[] = [];
  for (let at: CallNode | null = node; at !== null && typeof at.frame.key === "number"; at = at.parent) frames.push(at.frame.key);
  return part === "callers" ? frames : frames.reverse();
}

function hoveredNode(state: ProfileState | undefined, viewMode: number): Hovered | undefined {
  if (state === undefined) return undefined;
  const panes = state.sandwichViewState.callerCallee;
  switch (viewMode) {
    case viewModes.timeOrder:
      return hoveredIn(state.chronoViewState.hover, "whole");
    case viewModes.leftHeavy:
      return hoveredIn(state.leftHeavyViewState.hover, "whole");
    default:
      return hoveredIn(panes?.invertedCallerFlamegraph.hover, "callers") ?? hoveredIn(panes?.calleeFlamegraph.hover, "callees");
  }
}

function hoveredIn(hover: { readonly node: CallNode } | null | undefined, part: FramePath["part"]): Hovered | undefined {
  return hover ? { node: hover.node, part } : undefined;
}
