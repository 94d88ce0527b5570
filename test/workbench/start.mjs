import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { appFile } from "./app-file.mjs";
import { installWorkbench, cacheFolder, repository } from "./installation.mjs";
import { installExtension, prepareHome, startServer } from "./server.mjs";
import { quietSettings } from "./settings.mjs";
import { runScript, SetupError } from "./setup-error.mjs";
import { findProgram } from "./tools.mjs";

const sample = path.join(repository, "samples/koa-listener-leak/before");

/** @param {string | undefined} file the file to open */
const nextSteps = (file) =>
  `${file === undefined ? "Open a file of the app and press" : "Press"} the flame button at its top right (Profile Current App), confirm the load form, and wait for the heat.\n` +
  "Another app: npm start -- <folder>";

/** `npm start`: the freshly built extension in a real VS Code on a sample app. */
async function main() {
  const folder = await chosenFolder();
  const file = await appFile(folder);
  const code = findProgram("code");
  if (code !== undefined) await openDesktop(code, folder, file);
  else await openInBrowser(folder, file);
}

/** @returns {Promise<string>} absolute path */
async function chosenFolder() {
  const [given] = process.argv.slice(2);
  const folder = given === undefined ? sample : path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new SetupError(`There is no folder ${folder}.`);
  return folder;
}

/**
 * The installed VS Code with the working copy as its extension; nothing is installed into it.
 * @param {string} code
 * @param {string} folder
 * @param {string | undefined} file
 */
async function openDesktop(code, folder, file) {
  await run("npm", ["run", "--silent", "build"]);
  await run(code, ["--new-window", `--extensionDevelopmentPath=${repository}`, folder, ...(file === undefined ? [] : [file])]);
  console.log(`\nVS Code opens ${path.relative(process.cwd(), folder) || "."} with Heatline.\n${nextSteps(file)}`);
}

/**
 * code-server from npm, with the packaged extension; runs until Ctrl+C.
 * @param {string} folder
 * @param {string | undefined} file
 */
async function openInBrowser(folder, file) {
  const workbench = await installWorkbench("latest");
  await run("npm", ["run", "--silent", "package"]);
  const home = await prepareHome(path.join(cacheFolder, "start"), quietSettings);
  await installExtension(workbench, home, path.join(cacheFolder, "heatline.vsix"));

  /** @type {Promise<void>} */
  const asked = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => resolve());
  });
  const server = await startServer(workbench, home, { port: await preferredPort() });
  const url = server.urlOf(folder, file);
  console.log(`\nVS Code is ready:  ${url}\n${nextSteps(file)}\nCtrl+C ends it.`);
  openUrl(url);
  await Promise.race([asked, server.ended]);
  await server.stop();
}

/**
 * The same port each time if it is free, as browsers store a window's state by its URL.
 * @returns {Promise<number>} 0, which lets the system choose, when it is taken
 */
function preferredPort() {
  const preferred = 8139;
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen(preferred, "127.0.0.1", () => probe.close(() => resolve(preferred)));
  });
}

/**
 * Opens the URL in the user's browser if there is a screen. It was printed before, so a failure does not matter.
 * @param {string} url
 */
function openUrl(url) {
  const opener = findProgram("xdg-open");
  if (opener === undefined || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)) return;
  const child = spawn(opener, [url], { stdio: "ignore", detached: true });
  child.on("error", (error) => console.log(`The browser did not open (${error.message}): open the address yourself.`));
  child.unref();
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @throws {SetupError} when it fails
 */
async function run(program, args) {
  const child = spawn(program, args, { cwd: repository, stdio: ["ignore", "inherit", "inherit"] });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new SetupError(`${path.basename(program)} ${args.join(" ")} failed: see above.`);
}

await runScript(main);
