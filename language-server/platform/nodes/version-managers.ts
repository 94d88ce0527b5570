import { currentPlatform, pathsOf } from "../current-platform.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a version manager keeps its versions: each is a folder, named by its version, and `node` is at that place in it. */
export interface NodeStore {
  readonly folder: string;
  readonly inside: string;
}

/** Folders of nvm, fnm, Volta, n, asdf, mise, nodenv, and of the runners of GitHub Actions; they may not exist. */
export function nodeStores(
  home: string,
  env: Environment,
  platform: NodeJS.Platform = currentPlatform,
  arch: string = process.arch,
): readonly NodeStore[] {
  const paths = pathsOf(platform);
  const join = (...parts: readonly string[]): string => paths.join(...parts);
  const isWindows = platform === "win32";
  const program = isWindows ? "node.exe" : join("bin", "node");
  const data = env["XDG_DATA_HOME"] ?? join(home, ".local", "share");
  const appData = env["APPDATA"] ?? join(home, "AppData", "Roaming");
  const localData = env["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  const library = join(home, "Library", "Application Support");
  const fnm = [env["FNM_DIR"], join(data, "fnm"), join(home, ".fnm"), join(library, "fnm"), join(appData, "fnm")];
  const volta = [env["VOLTA_HOME"], isWindows ? join(localData, "Volta") : join(home, ".volta")];
  const mise = [env["MISE_DATA_DIR"], isWindows ? join(localData, "mise") : join(data, "mise")];
  const rows: readonly (readonly [folder: string | undefined, below: readonly string[], inside: string])[] = [
    isWindows
      ? [env["NVM_HOME"] ?? join(appData, "nvm"), [], program]
      : [env["NVM_DIR"] ?? join(home, ".nvm"), ["versions", "node"], program],
    ...fnm.map((folder) => [folder, ["node-versions"], join("installation", program)] as const),
    ...volta.map((folder) => [folder, ["tools", "image", "node"], program] as const),
    [env["N_PREFIX"] ?? "/usr/local", ["n", "versions", "node"], program],
    [env["ASDF_DATA_DIR"] ?? join(home, ".asdf"), ["installs", "nodejs"], program],
    ...mise.map((folder) => [folder, ["installs", "node"], program] as const),
    [env["NODENV_ROOT"] ?? join(home, ".nodenv"), ["versions"], program],
    [env["RUNNER_TOOL_CACHE"], ["node"], join(arch, program)],
  ];
  const stores = rows.flatMap(([folder, below, inside]) =>
    folder === undefined || folder === "" ? [] : [{ folder: join(folder, ...below), inside }],
  );
  return stores.filter(({ folder }, index) => stores.findIndex((other) => other.folder === folder) === index);
}
