import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Runs an action while no other living process holds the lock file. A lock whose owner died is taken over.
 * @template T
 * @param {string} file
 * @param {() => void} onWait is called once if another process holds the lock
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function alone(file, onWait, action) {
  for (let waited = false; !(await claim(file)); waited = true) {
    if (!waited) onWait();
    if (await isAbandoned(file)) await rm(file, { force: true });
    else await delay(300);
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * A hard link appears atomically, so nobody reads a lock without its owner.
 * @param {string} file
 */
async function claim(file) {
  const ticket = `${file}.${randomUUID()}`;
  await writeFile(ticket, String(process.pid));
  try {
    await link(ticket, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(ticket, { force: true });
  }
}

/** @param {string} file */
async function isAbandoned(file) {
  const owner = await readFile(file, "utf8").catch((error) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (owner === undefined) return false;
  try {
    process.kill(Number(owner), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
