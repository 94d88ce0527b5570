import { type FlameBar, type FlameView, type Frame, type ProfileState, type Rect, type Speedscope, viewModes } from "./speedscope-state.ts";

export type Revealed = "shown" | "absent" | "broken";

/** Animation frames to wait for a view to be drawn, which takes two or three. None occur while the panel is hidden. */
const patience = 120;

/**
 * Reveals frame `key` of our `shared.frames`: in the sandwich view if it is open or the frame has no width of its own, else in the left-
 * heavy view, whole, with its widest instance selected. Switches to the thread where the frame costs most, unless the shown thread has it.
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
  showSpan(view, instance, wholeSpan(view));
  return "shown";
}

/** Zooms to the selected instance of frame `key`, else to its widest one; from the sandwich in the left-heavy view. */
export async function zoomToFrame(speedscope: Speedscope, key: number): Promise<Revealed> {
  const view = await flameView(speedscope);
  if (view === undefined) return "broken";
  const instance = selectedInstance(view, key) ?? widestInstance(view, key);
  if (instance === undefined) return "absent";
  view.setSelectedNode(instance.bar.node);
  showSpan(view, instance, instance.bar);
  return "shown";
}

/** Shows the whole thread again, at the height of the selected frame if there is one. */
export async function zoomOut(speedscope: Speedscope, key: number | undefined): Promise<Revealed> {
  const view = await flameView(speedscope);
  if (view === undefined) return "broken";
  const instance = key === undefined ? undefined : (selectedInstance(view, key) ?? widestInstance(view, key));
  showSpan(view, instance ?? { depth: view.configSpaceViewportRect.origin.y }, wholeSpan(view));
  return "shown";
}

async function flameView(speedscope: Speedscope): Promise<FlameView | undefined> {
  if (speedscope.application().viewMode === viewModes.sandwich) speedscope.application().setViewMode(viewModes.leftHeavy);
  return drawnView(speedscope, (application) => application.viewMode !== viewModes.sandwich);
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

/** Whether a flame graph is shown, but is too low to be laid out. */
export function hasNoRoom(speedscope: Speedscope): boolean {
  return speedscope.flameView()?.configSpaceViewportRect?.size?.x === 0;
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
  return widest(view, (bar) => bar.node.frame.key === key);
}

function selectedInstance(view: FlameView, key: number): Instance | undefined {
  return widest(view, ({ node }) => node === view.selectedNode && node.frame.key === key);
}

function widest(view: FlameView, isWanted: (bar: FlameBar) => boolean): Instance | undefined {
  let found: Instance | undefined;
  view.flamechart.getLayers().forEach((layer, depth) => {
    for (const bar of layer)
      if (isWanted(bar) && (found === undefined || bar.end - bar.start > found.bar.end - found.bar.start)) found = { bar, depth };
  });
  return found;
}

type Span = Pick<FlameBar, "start" | "end">;

function wholeSpan(view: FlameView): Span {
  const roots = view.flamechart.getLayers()[0] ?? [];
  return { start: 0, end: roots.reduce((end, bar) => Math.max(end, bar.end), 0) };
}

/**
 * Shows a span, or as much around it as speedscope zooms in. Scrolls so that the instance's ancestors are visible if the height allows, else
 * to the instance; row -1 is the time axis.
 */
function showSpan(view: FlameView, { depth }: Pick<Instance, "depth">, span: Span): void {
  const now = view.configSpaceViewportRect;
  const fits = depth + 2 <= now.size.y;
  const top = fits ? -1 : depth - now.size.y / 2;
  const clamp = (configSpaceViewportRect: Rect): Rect =>
    view.flamechart.getClampedConfigSpaceViewportRect({ configSpaceViewportRect, renderInverted: false });
  const zoomed = clamp(now.withOrigin(now.origin.withX(span.start).withY(top)).withSize(now.size.withX(span.end - span.start)));
  const spare = zoomed.size.x - (span.end - span.start);
  view.setConfigSpaceViewportRect(clamp(zoomed.withOrigin(zoomed.origin.withX(span.start - spare / 2))));
}
