import type { SourceRoute } from "../../language-server/analysis/routes/source-routes.ts";
import type { ProfiledApp } from "../debug/session-events.ts";

/** Finds the routes in the source of an app that runs in `folder` and starts with `program` (or ""). */
export type FindRoutes = (folder: string, program: string) => Promise<readonly SourceRoute[]>;

/** The routes in the source of the app that runs, as far as the script that it starts with loads them. */
export class AppRoutes {
  readonly #find: FindRoutes;
  #app: ProfiledApp | undefined;
  #program = "";
  #found: readonly SourceRoute[] = [];

  constructor(find: FindRoutes) {
    this.#find = find;
  }

  /** Empty until they are found. */
  get found(): readonly SourceRoute[] {
    return this.#found;
  }

  /** Whether they are those of this script, or will be. */
  areOf(program: string): boolean {
    return program === this.#program;
  }

  /** False if the app has no folder, or if others are wanted by now. */
  async find(app: ProfiledApp, program: string): Promise<boolean> {
    if (app !== this.#app) this.#found = [];
    this.#app = app;
    this.#program = program;
    const { cwd } = app.session.configuration;
    if (typeof cwd !== "string") return false;
    const found = await this.#find(cwd, program);
    if (app !== this.#app || program !== this.#program) return false;
    this.#found = found;
    return true;
  }
}
