import type * as vscode from "vscode";
import type { AdapterEvents } from "../debug-adapter/messages.ts";
import type { ProfiledApp, Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { LoadFormModel } from "../load/load-form-model.ts";
import type { ServerLink } from "../server-link.ts";

/** What would run is older than its source. */
export interface StaleBuild {
  /** Says so and what to do, to show before a load: `dist/ is older than src/: build first.` */
  readonly text: string;
  /** What would run, such as `dist/`. */
  readonly output: string;
  /** What it is built from, such as `src/`. */
  readonly source: string;
  /** Absolute paths of changed sources, at least one. */
  readonly changed: readonly string[];
  /** The command line that builds it, as it is shown; undefined if none is known. */
  readonly command: string | undefined;
}

/** Whether what an app runs is up to date with its source, and what builds it. */
export interface Builds {
  /** Undefined if what would run is up to date, or compiles by itself. */
  stale(app: vscode.DebugConfiguration): Promise<StaleBuild | undefined>;
  /** Asks once per command, shows progress, can be cancelled. What failed has been reported, with its first error as a link. */
  build(stale: StaleBuild, token: vscode.CancellationToken): Promise<"built" | "failed" | "declined" | "cancelled">;
}

export interface BuildParts {
  readonly server: ServerLink;
  readonly memory: vscode.Memento;
  readonly sessions: Sessions;
  readonly loadModel: LoadFormModel;
  readonly guard: Guard;
}

export interface AppBuilds extends Builds, vscode.Disposable {
  /** Builds what the app runs, then starts it again; an app whose build fails runs on. */
  restart(app: ProfiledApp): Promise<void>;
}

/** What the bundle that is loaded has, too. */
export interface LoadableBuilds extends AppBuilds {
  /** Call when an app says what it runs. */
  received(app: ProfiledApp, build: AdapterEvents["heatline.build"]): void;
}

/** Loads what finds and runs builds when it is first asked, or an app says what it runs. */
export function createBuilds(parts: BuildParts): AppBuilds {
  let loaded: Promise<LoadableBuilds> | undefined;
  const load = (): Promise<LoadableBuilds> => (loaded ??= import("./app-builds.js").then(({ LoadedBuilds }) => new LoadedBuilds(parts)));
  const received = parts.sessions.onDidReceive(({ app, event }) => {
    if (event.name === "heatline.build") void parts.guard(async () => (await load()).received(app, event.body));
  });
  return {
    stale: async (app) => (await load()).stale(app),
    build: async (stale, token) => (await load()).build(stale, token),
    restart: async (app) => (await load()).restart(app),
    dispose: () => {
      received.dispose();
      void loaded?.then((builds) => builds.dispose());
    },
  };
}
