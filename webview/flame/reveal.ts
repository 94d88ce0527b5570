import { type FlameBar, type FlameView, type Frame, type ProfileState, type Rect, type Speedscope, viewModes } from "./speedscope-state.ts";

export type Revealed = "shown" | "absent" | "broken";

/** Animation frames to wait for a view to be drawn, which takes two or three. None occur while the panel is hidden. */
const patience = 120;

/**
 * Reveals frame `key` of our `shared.frames`: in the sandwich view if it is open or the frame has no width of its own, else in the left-
 * heavy view, zoomed to its widest instance. Switches to the thread where the frame costs most, unless the shown thread has it.
 */
export async function revealFrame(speedscope: Speedscope, key: number): Promise<Revealed> {
  const group = speedscope.group.get();
  if (group === null) return "absent";
  const index = threadOf(group.profiles, group.indexToView, key);
  if (index === -1) return "absent";
  if (index !== group.indexToView) speedscope.application().setProfileIndexToView(index);
  if (speedscope.application().viewMode === viewModes.sandwich) return revealInSandwich(speedscope, key);
  speedscope.application().setViewMode(viewModes.leftHeavy);
  const view = await drawnView(speedscope, (application) => application.viewMode === viewModes.leftHeavy);
  if (view === undefined) return "broken";
  const instance = widestInstance(view, key);
  if (instance === undefined) {
    speedscope.application().setViewMode(viewModes.sandwich);
    return revealInSandwich(speedscope, key);
  }
  view.setSelectedNode(instance.bar.node);
  zoom(view, instance);
  return "shown";
}

/** Waits until a flame graph is laid out; undefined if none is drawn within `patience` animation frames. */
export async function drawnView(
  speedscope: Speedscope,
  isWanted: (application: ReturnType<Speedscope["application"]>) => boolean = () => true,
): Promise<FlameView | undefined> {
  for (let frame = 0; frame < patience; frame++) {
    await new Promise(requestAnimationFrame);
    const view = speedscope.flameView();
    if (view !== undefined && isWanted(speedscope.application()) && !(view.configSpaceViewportRect?.size?.x === 0)) return view;
  }
  return undefined;
}

function revealInSandwich(speedscope: Speedscope, key: number): Revealed {
  const group = speedscope.group.get();
  const frame = group?.profiles[group.indexToView] && findFrame(group.profiles[group.indexToView], key);
  if (frame === undefined) return "absent";
  speedscope.group.setSelectedFrame(frame);
  return "shown";
}

/** The shown thread if it has the frame, else the one where the frame costs most, or -1. */
function threadOf(profiles: readonly ProfileState[], shown: number, key: number): number {
  if (findFrame(profiles[shown], key)) return shown;
  let found = -1;
  let most = -1;
  profiles.forEach((each, index) => {
    const weight = findFrame(each, key)?.getTotalWeight() ?? -1;
    if (weight > most) [found, most] = [index, weight];
  });
  return found;
}

function findFrame(state: ProfileState | undefined, key: number): Frame | undefined {
  let found: Frame | undefined;
  state?.profile.forEachFrame((frame) => {
    if (frame.key === key) found = frame;
  });
  return found;
}

interface Instance {
  readonly bar: FlameBar;
  readonly depth: number;
}

function widestInstance(view: FlameView, key: number): Instance | undefined {
  let widest: Instance | undefined;
  view.flamechart.getLayers().forEach((layer, depth) => {
    for (const bar of layer) {
      if (bar.node.frame.key === key && (widest === undefined || bar.end - bar.start > widest.bar.end - widest.bar.start))
        widest = { bar, depth };
    }
  });
  return widest;
}

/**
 * Zooms until the bar spans the width, or is centred if speedscope zooms no further. Scrolls so that its ancestors are visible if the
 * height allows, else to the bar; row -1 is the time axis.
 */
function zoom(view: FlameView, { bar, depth }: Instance): void {
  const now = view.configSpaceViewportRect;
  const fits = depth + 2 <= now.size.y;
  const top = fits ? -1 : depth - now.size.y / 2;
  const clamp = (configSpaceViewportRect: Rect): Rect =>
    view.flamechart.getClampedConfigSpaceViewportRect({ configSpaceViewportRect, renderInverted: false });
  const zoomed = clamp(now.withOrigin(now.origin.withX(bar.start).withY(top)).withSize(now.size.withX(bar.end - bar.start)));
  const spare = zoomed.size.x - (bar.end - bar.start);
  view.setConfigSpaceViewportRect(clamp(zoomed.withOrigin(zoomed.origin.withX(bar.start - spare / 2))));
}
