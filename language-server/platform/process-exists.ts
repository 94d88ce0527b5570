import { isRefusal } from "./refusals.ts";

/** Whether a process with this id exists, ours or not. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isRefusal(error) && error.code === "EPERM";
  }
}
