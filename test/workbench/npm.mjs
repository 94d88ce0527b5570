import { spawn } from "node:child_process";
import { SetupError } from "./setup-error.mjs";

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT/;

/**
 * Runs npm in a folder, by default without the packages' scripts.
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {{ hasScripts?: boolean }} [options]
 * @throws {SetupError} when npm fails, with the end of its output
 */
export async function npm(folder, args, { hasScripts = false } = {}) {
  const child = spawn("npm", [...args, `--ignore-scripts=${!hasScripts}`, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    env: outsideEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  const collect = (/** @type {Buffer} */ chunk) => (output = (output + chunk.toString()).slice(-4000));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code === 0) return;
  const advice = unreachable.test(output)
    ? "The npm registry cannot be reached from here. Check the network, the proxy and `npm config get registry`, then run the command again."
    : "Run the command again; if it fails in the same place, the lines above say why.";
  throw new SetupError(`npm ${args.join(" ")}\nended with code ${code ?? "none"}:\n${output.trim()}\n\n${advice}`);
}

/** `npm start` passes its project to child processes in the environment; an npm in another folder must not inherit that. */
function outsideEnvironment() {
  const inherited = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|workspaces?|omit|include|prefix|global_prefix)$|^INIT_CWD$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
}
