/**
 * speedscope has no API: its state is found by walking preact's tree from its root. This file holds every internal name we rely on;
 * `findSpeedscope`, `checkProfile` and `checkView` report missing ones, so that an incompatible version fails visibly.
 */
export interface Atom<T> {
  get(): T;
  set(value: T): void;
  subscribe(observer: () => void): void;
  unsubscribe(observer: () => void): void;
}

export interface Frame {
  /** Index of the frame in our `shared.frames`. */
  readonly key: number;
  readonly name: string;
  getTotalWeight(): number;
}

export interface CallNode {
  readonly frame: Frame;
  /** The caller; at the top speedscope's own root, whose frame's key is not a number. */
  readonly parent: CallNode | null;
}

interface FlameViewState {
  readonly hover: { readonly node: CallNode } | null;
  readonly selectedNode: CallNode | null;
}

interface CallerCallee {
  readonly selectedFrame: Frame;
  readonly invertedCallerFlamegraph: FlameViewState;
  readonly calleeFlamegraph: FlameViewState;
}

export interface Profile {
  forEachFrame(visit: (frame: Frame) => void): void;
}

export interface ProfileState {
  readonly profile: Profile;
  readonly chronoViewState: FlameViewState;
  readonly leftHeavyViewState: FlameViewState;
  readonly sandwichViewState: { readonly callerCallee: CallerCallee | null };
}

export interface ProfileGroup {
  readonly indexToView: number;
  readonly profiles: readonly ProfileState[];
}

export interface GroupAtom extends Atom<ProfileGroup | null> {
  setSelectedFrame(frame: Frame | null): void;
}

export const viewModes = { timeOrder: 0, leftHeavy: 1, sandwich: 2 } as const;

interface Application {
  readonly viewMode: number;
  readonly activeProfileState: ProfileState | null;
  /** Whether calls of a function that is already on the stack are left out. */
  readonly flattenRecursion: boolean;
  setViewMode(mode: number): void;
  setProfileIndexToView(index: number): void;
}

interface Vector {
  readonly x: number;
  readonly y: number;
  withX(x: number): Vector;
  withY(y: number): Vector;
}

export interface Rect {
  readonly origin: Vector;
  readonly size: Vector;
  withOrigin(origin: Vector): Rect;
  withSize(size: Vector): Rect;
}

export interface FlameBar {
  readonly node: CallNode;
  readonly start: number;
  readonly end: number;
}

/** The props of the visible flame graph. */
export interface FlameView {
  readonly flamechart: {
    getLayers(): readonly (readonly FlameBar[])[];
    getClampedConfigSpaceViewportRect(wish: { readonly configSpaceViewportRect: Rect; readonly renderInverted: boolean }): Rect;
  };
  readonly configSpaceViewportRect: Rect;
  readonly selectedNode: CallNode | null;
  setSelectedNode(node: CallNode): void;
  setConfigSpaceViewportRect(rect: Rect): void;
}

export interface Speedscope {
  readonly group: GroupAtom;
  readonly scheme: Atom<number>;
  application(): Application;
  /** Undefined while no flame graph is drawn. */
  flameView(): FlameView | undefined;
  /** Undefined until a profile is shown. */
  search(): Search | undefined;
}

/** What speedscope searches for: it highlights matches, and lists only them in the sandwich. */
export interface Search {
  readonly isActive: Atom<boolean>;
  readonly query: Atom<string>;
}

const atomNames = ["get", "set", "subscribe", "unsubscribe"];
const groupNames = ["setSelectedNode", "setSelectedFrame"];
const applicationNames = ["activeProfileState", "setProfileGroup", "setViewMode", "setProfileIndexToView", "viewMode", "flattenRecursion"];
const flameViewNames = [
  "flamechart",
  "configSpaceViewportRect",
  "selectedNode",
  "setSelectedNode",
  "setConfigSpaceViewportRect",
  "setNodeHover",
];
const flamechartNames = ["getLayers", "getClampedConfigSpaceViewportRect"];
const rectNames = ["origin", "size", "withOrigin", "withSize"];
const vectorNames = ["x", "y", "withX", "withY"];
const callerCalleeNames = ["selectedFrame", "invertedCallerFlamegraph", "calleeFlamegraph"];
const viewStates = ["chronoViewState", "leftHeavyViewState"];

/** Or the names that are missing. Call after speedscope's script has run; `root` is the element that was the body's last before. */
export function findSpeedscope(root: Element): Speedscope | { readonly missing: readonly string[] } {
  if (!isRecord(read(root, "__k"))) return { missing: ["__k"] };
  const instances = [...components(root)];
  if (instances.length === 0) return { missing: ["__c"] };
  if (!instances.some((instance) => isRecord(read(instance, "__H")))) return { missing: ["__H"] };
  const dependencies = instances.flatMap(hookDependencies);
  if (dependencies.length === 0) return { missing: ["__H.__"] };
  const atoms = dependencies.filter((each) => present(each, atomNames).length >= atomNames.length - 1);
  const group = best(atoms, groupNames);
  const scheme = best(atoms, ["cycleToNextColorScheme"]);
  const application = best(instances.map(properties), applicationNames);
  const missing = [
    ...absent(atoms[0], atomNames),
    ...absent(group, groupNames),
    ...absent(scheme, ["cycleToNextColorScheme"]),
    ...absent(application, applicationNames),
  ];
  if (missing.length > 0) return { missing: unique(missing) };
  return {
    group: group as GroupAtom,
    scheme: scheme as Atom<number>,
    application: () => best([...components(root)].map(properties), applicationNames) as Application,
    flameView: () => best([...components(root)].map(properties), flameViewNames) as FlameView | undefined,
    search: () => findSearch(root),
  };
}

/** Names missing from a loaded profile. Tries the sandwich's selection and restores the state before anything is drawn. */
export function checkProfile(group: GroupAtom): readonly string[] {
  const before = group.get();
  const missing = absent(before, ["profiles", "indexToView"]);
  const shown: unknown = before?.profiles?.[before.indexToView];
  if (before === null || shown === undefined) return missing.length > 0 ? missing : ["profiles"];
  missing.push(...absent(shown, ["profile", "sandwichViewState", ...viewStates]));
  for (const name of viewStates) missing.push(...absent(read(shown, name), ["hover", "selectedNode"]));
  missing.push(...absent(read(shown, "sandwichViewState"), ["callerCallee"]), ...absent(read(shown, "profile"), ["forEachFrame"]));
  if (missing.length > 0) return unique(missing);
  const frame = firstFrame(shown as ProfileState);
  if (frame === undefined) return [];
  missing.push(...absent(frame, ["key", "name", "getTotalWeight"]));
  if (missing.length > 0) return unique(missing);
  group.setSelectedFrame(frame);
  const callerCallee: unknown = group.get()?.profiles[before.indexToView]?.sandwichViewState.callerCallee;
  group.set(before);
  return unique([
    ...absent(callerCallee, callerCalleeNames),
    ...["invertedCallerFlamegraph", "calleeFlamegraph"].flatMap((name) => absent(read(callerCallee, name), ["hover"])),
  ]);
}

/** Names missing from the visible flame graph; `view` is undefined if none was found though one is drawn. */
export function checkView(view: FlameView | undefined): readonly string[] {
  if (view === undefined) return ["flamechart"];
  const missing = [
    ...absent(view, flameViewNames),
    ...absent(view.flamechart, flamechartNames),
    ...absent(view.configSpaceViewportRect, rectNames),
  ];
  missing.push(...absent(view.configSpaceViewportRect?.origin, vectorNames), ...absent(view.configSpaceViewportRect?.size, vectorNames));
  if (missing.length > 0) return unique(missing);
  const bar: unknown = view.flamechart.getLayers()[0]?.[0];
  if (bar === undefined) return [];
  return unique([...absent(bar, ["node", "start", "end"]), ...absent(read(bar, "node"), ["frame", "parent"])]);
}

/** A component reads whether the search is active just before it reads the query, the only text among the atoms. */
function findSearch(root: Element): Search | undefined {
  for (const component of components(root)) {
    const atoms = hookDependencies(component).filter((each) => present(each, atomNames).length === atomNames.length) as Atom<unknown>[];
    const at = atoms.findIndex((atom, index) => typeof atom.get() === "string" && typeof atoms[index - 1]?.get() === "boolean");
    if (at > 0) return { isActive: atoms[at - 1] as Atom<boolean>, query: atoms[at] as Atom<string> };
  }
  return undefined;
}

/** Preact's vnodes keep children in `__k` and their component in `__c`. */
function* components(root: unknown): Generator {
  const pending: unknown[] = [read(root, "__k")];
  while (pending.length > 0) {
    const vnode = pending.pop();
    if (Array.isArray(vnode)) pending.push(...(vnode as unknown[]));
    else if (isRecord(vnode)) {
      if (isRecord(vnode["__c"])) yield vnode["__c"];
      pending.push(vnode["__k"]);
    }
  }
}

/** A component keeps its hooks in `__H.__`, and a hook its dependency array in `__H`. */
function hookDependencies(component: unknown): unknown[] {
  const hooks = read(read(component, "__H"), "__");
  if (!Array.isArray(hooks)) return [];
  return hooks.flatMap((hook: unknown) => {
    const dependencies = read(hook, "__H");
    return Array.isArray(dependencies) ? (dependencies as unknown[]).filter(isRecord) : [];
  });
}

function properties(component: unknown): unknown {
  return read(component, "props");
}

/** The candidate with the most of the names; undefined if none has any. */
function best(candidates: readonly unknown[], names: readonly string[]): unknown {
  let found: unknown;
  let most = 0;
  for (const candidate of candidates) {
    const count = present(candidate, names).length;
    if (count > most) [found, most] = [candidate, count];
  }
  return found;
}

function firstFrame(state: ProfileState): Frame | undefined {
  let first: Frame | undefined;
  state.profile.forEachFrame((frame) => (first ??= frame));
  return first;
}

function present(value: unknown, names: readonly string[]): string[] {
  return names.filter((name) => isRecord(value) && name in value);
}

function absent(value: unknown, names: readonly string[]): string[] {
  return names.filter((name) => !isRecord(value) || !(name in value));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function read(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
