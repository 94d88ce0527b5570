import os from "node:os";
import { currentPlatform, pathsOf } from "../current-platform.ts";
import { unlessRefused } from "../refusals.ts";

/** What decides where the private folder is, and whose it is. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder; "" where there is none. */
  readonly home: string;
  /** Where a folder is made if the private one cannot be used. */
  readonly temporary: string;
  /** Undefined on Windows, where only the folder's place makes it private. */
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}

/** Those of this process. */
export function ourSurroundings(): Surroundings {
  return {
    platform: currentPlatform,
    env: process.env,
    // A user without an entry in the list of users, as in some containers, has none.
    home: unlessRefused(() => os.homedir()) ?? "",
    temporary: os.tmpdir(),
    uid: process.geteuid?.(),
    gid: process.getegid?.(),
  };
}

/**
 * The folder that programs keep their state in: XDG's base directory, and what Apple and Microsoft call application support and local
 * application data. Undefined where no absolute path is known.
 */
export function statePath({ platform, env, home }: Pick<Surroundings, "platform" | "env" | "home">): string | undefined {
  const paths = pathsOf(platform);
  const [given, below] = placesOf(platform);
  const named = given === undefined ? undefined : env[given];
  // XDG: “If an implementation encounters a relative path … it should consider the path invalid and ignore it.”
  if (named !== undefined && paths.isAbsolute(named)) return paths.normalize(named);
  return paths.isAbsolute(home) ? paths.join(home, ...below) : undefined;
}

/** Where Heatline's private folder is to be, whether or not it can be used. */
export function privatePath(surroundings: Pick<Surroundings, "platform" | "env" | "home"> = ourSurroundings()): string | undefined {
  const state = statePath(surroundings);
  return state === undefined ? undefined : pathsOf(surroundings.platform).join(state, "heatline");
}

/** The variable that names it, and where it is in the home folder. */
function placesOf(platform: NodeJS.Platform): [variable: string | undefined, below: readonly string[]] {
  if (platform === "win32") return ["LOCALAPPDATA", ["AppData", "Local"]];
  return platform === "darwin" ? [undefined, ["Library", "Application Support"]] : ["XDG_STATE_HOME", [".local", "state"]];
}
