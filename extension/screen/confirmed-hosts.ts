import type * as vscode from "vscode";
import { isThisMachine } from "../../language-server/platform/this-machine.ts";

/** Whether a host may be contacted: this machine, or one that the user has confirmed, by a name, earlier or confirms now. */
export async function mayContact(
  host: string,
  { memory, key, name }: { readonly memory: vscode.Memento; readonly key: string; readonly name: string },
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const confirmed = memory.get<readonly string[]>(key, []);
  if (isThisMachine(host) || confirmed.includes(name)) return true;
  if (!(await ask())) return false;
  await memory.update(key, [...confirmed, name]);
  return true;
}
