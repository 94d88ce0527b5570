import type * as vscode from "vscode";
import { isThisMachine } from "../../language-server/platform/this-machine.ts";

/** Where confirmed hosts are remembered, and under which name this one is. */
interface HostMemory {
  readonly memory: vscode.Memento;
  readonly key: string;
  readonly name: string;
}

/** Whether a host may be contacted: this machine, or one that the user has confirmed earlier or confirms now. */
export async function mayContact(host: string, { memory, key, name }: HostMemory, ask: () => Promise<boolean>): Promise<boolean> {
  const confirmed = memory.get<readonly string[]>(key, []);
  if (isThisMachine(host) || confirmed.includes(name)) return true;
  if (!(await ask())) return false;
  await memory.update(key, [...confirmed, name]);
  return true;
}
