import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runScript, SetupError } from "./setup-error.mjs";
import { findChromium, findFlamegraph, findFont, findGo, findProgram } from "./tools.mjs";

/**
 * A program that tests run, and its Debian package.
 * @typedef {{ name: string, package: string, find: () => string | undefined }} Tool
 */

/** What the tests run besides npm packages. @type {readonly Tool[]} */
const usualTools = [
  { name: "Chromium", package: "chromium", find: findChromium },
  { name: "wrk", package: "wrk", find: () => findProgram("wrk") },
  { name: "ab", package: "apache2-utils", find: () => findProgram("ab") },
  { name: "hey", package: "hey", find: () => findProgram("hey") },
  { name: "siege", package: "siege", find: () => findProgram("siege") },
  { name: "h2load", package: "nghttp2-client", find: () => findProgram("h2load") },
  { name: "Neovim", package: "neovim", find: () => findProgram("nvim") },
  { name: "ps", package: "procps", find: () => findProgram("ps") },
  { name: "lsof", package: "lsof", find: () => findProgram("lsof") },
  { name: "strace", package: "strace", find: () => findProgram("strace") },
  { name: "Go", package: "golang-go", find: findGo },
  { name: "flamegraph.pl", package: "libdevel-nytprof-perl", find: findFlamegraph },
];

/** For the screenshot: speedscope's tabs have emoji. @type {Tool} */
export const emojiFont = { name: "Noto Color Emoji", package: "fonts-noto-color-emoji", find: () => findFont("NotoColorEmoji.ttf") };

/** Runs Windows programs. @type {Tool} */
export const wine = { name: "Wine", package: "wine", find: () => findProgram("wine") };

/**
 * Finds the tools, by default all, and installs missing ones if apt is available and permitted.
 * @throws {SetupError} says what to run by hand
 */
export async function ensureTools(tools = usualTools) {
  const missing = tools.filter((tool) => tool.find() === undefined);
  if (missing.length > 0) await install(missing.map((tool) => tool.package));
  const absent = tools.filter((tool) => tool.find() === undefined);
  if (absent.length > 0) {
    throw new SetupError(
      `Not found on this machine: ${absent.map((tool) => tool.name).join(", ")}.\n` +
        `On Debian or Ubuntu, run:  ${byHand(absent.map((tool) => tool.package))}\n` +
        "Elsewhere, install them and put them on the PATH (CHROME_PATH may name the browser).",
    );
  }
  for (const tool of tools) console.log(`${tool.name}: ${tool.find()}`);
}

/** @param {readonly string[]} packages */
async function install(packages) {
  const become = await rootPrefix();
  if (findProgram("apt-get") === undefined || become === undefined) return;
  console.log(`Installing ${packages.join(", ")} with apt-get …`);
  const environment = ["env", "DEBIAN_FRONTEND=noninteractive"];
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  const commands = [
    [...become, ...environment, "apt-get", ...wait, "update"],
    [...become, ...environment, "apt-get", ...wait, "install", "-y", "--no-install-recommends", ...packages],
  ];
  for (const attempt of ["first", "second"]) {
    let ok = true;
    for (const command of commands) ok = ok && (await run(command));
    if (ok) return;
    if (attempt === "first") console.log("apt-get failed; trying once more …");
  }
}

/**
 * What to put before a command that needs root: nothing as root, sudo if it needs no password.
 * @returns {Promise<readonly string[] | undefined>} undefined when root is out of reach
 */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (findProgram("sudo") !== undefined && (await run(["sudo", "-n", "true"]))) return ["sudo", "-n"];
  return undefined;
}

/** @param {readonly string[]} packages */
function byHand(packages) {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(" ")}`;
}

/**
 * @param {readonly string[]} command
 * @returns {Promise<boolean>} whether it ended well
 */
function run([program = "", ...args]) {
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] })
      .on("error", reject)
      .on("close", (code) => resolve(code === 0));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(() => ensureTools());
