import { spawn } from "node:child_process";
import path from "node:path";
import { repository } from "./installation.mjs";

/**
 * Runs a program for a step; true if it succeeded.
 * @typedef {(program: string, args: readonly string[]) => Promise<boolean>} Run
 */

/** Whether a signal asked us to stop while a program ran. */
let interrupted = false;

export function wasInterrupted() {
  return interrupted;
}

/** @type {Run} */
export function shown(program, args) {
  return ending(start(program, args, ["ignore", "inherit", "inherit"]));
}

/**
 * @param {(text: string) => void} print
 * @returns {Run}
 */
export function collected(print) {
  return (program, args) => {
    const child = start(program, args, ["ignore", "pipe", "pipe"]);
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", print);
    return ending(child);
  };
}

/**
 * Uses a separate process group where available: a signal then reaches a test runner's workers, too, which would otherwise outlive it.
 * @param {string} program Node, npm, or the command of one of the project's packages
 * @param {readonly string[]} args
 * @param {import("node:child_process").StdioOptions} stdio
 */
function start(program, args, stdio) {
  return spawn(commandOf(program), args, { cwd: repository, stdio, detached: process.platform !== "win32" });
}

/** @param {string} program */
function commandOf(program) {
  if (program === "npm") return program;
  return program === "node" ? process.execPath : path.join(repository, "node_modules/.bin", program);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<boolean>} whether it succeeded
 */
function ending(child) {
  return new Promise((resolve) => {
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      interrupted = true;
      signalGroup(child, signal);
    };
    process.on("SIGINT", pass).on("SIGTERM", pass);
    // Processes that ignored the signal are killed with their leader.
    child.on("exit", () => interrupted && signalGroup(child, "SIGKILL"));
    child.on("error", console.error).on("close", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve(code === 0);
    });
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}
