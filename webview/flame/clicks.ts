import { type CallNode, type ProfileGroup, type ProfileState, type Speedscope, viewModes } from "./speedscope-state.ts";

/** What was clicked: by the bridge, or by the tooltip's text when the bridge is broken. */
export interface ClickReader<Target> {
  /** At the press, before speedscope sees it: what lies under the pointer. */
  press(event: MouseEvent): void;
  /** Just before speedscope handles the click. */
  before(event: MouseEvent): void;
  /** Just after it did. Undefined where nothing of interest was clicked. */
  after(event: MouseEvent): Target | undefined;
}

/** speedscope takes a release within this many pixels of the press for a click, else for a drag. */
const clickRadius = 5;

/**
 * Reports clicks on frames. The second click of a double click is left out, so that what opens a file opens it once. The reader is asked for
 * at each click, since it changes when the bridge breaks.
 */
export function watchClicks<Target>(reader: () => ClickReader<Target>, clicked: (target: Target) => void): void {
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
    if (target !== undefined) clicked(target);
  });
}

/**
 * Reads the frame's key off speedscope's state. In a flame graph that is what the pointer hovers at the press (the sandwich's panes ignore
 * selection, and a jitter of the mouse clears the hover before the click). A click on a row of the sandwich's table makes a new `callerCallee`.
 * `isOurs` says whether the shown profile came from the extension: only then do keys mean anything.
 */
export function bridgeReader(speedscope: Speedscope, isOurs: (group: ProfileGroup) => boolean): ClickReader<number> {
  let hovered: CallNode | undefined;
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
      const node = hovered;
      hovered = undefined;
      if (node !== undefined) return node.frame.key;
      const sandwich = shown()?.sandwichViewState.callerCallee;
      return sandwich && sandwich !== sandwichBefore ? sandwich.selectedFrame.key : undefined;
    },
  };
}

function hoveredNode(state: ProfileState | undefined, viewMode: number): CallNode | undefined {
  if (state === undefined) return undefined;
  const panes = state.sandwichViewState.callerCallee;
  switch (viewMode) {
    case viewModes.timeOrder:
      return state.chronoViewState.hover?.node;
    case viewModes.leftHeavy:
      return state.leftHeavyViewState.hover?.node;
    default:
      return panes?.invertedCallerFlamegraph.hover?.node ?? panes?.calleeFlamegraph.hover?.node;
  }
}
