import type { BuildParts, LoadedBuilds } from "./app-builds.ts";

/** Whether what an app runs is up to date with its source, and what builds it. */
export type Builds = Pick<LoadedBuilds, "stale" | "build" | "restart" | "dispose">;

/** Loads what finds and runs builds when it is first asked, or an app says what it runs. */
export function createBuilds(parts: BuildParts): Builds {
  let loaded: Promise<LoadedBuilds> | undefined;
  const load = (): Promise<LoadedBuilds> => (loaded ??= import("./app-builds.js").then(({ LoadedBuilds }) => new LoadedBuilds(parts)));
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
