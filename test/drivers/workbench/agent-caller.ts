import { readFile } from "node:fs/promises";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { expect } from "vitest";
import { patienceMs } from "./workbench-window.ts";

interface Answer {
  readonly text?: string;
  readonly error?: string;
}

/** Packs the extension that stands for an agent; resolves to its file. */
export async function packedCaller(folder: string): Promise<string> {
  const packagePath = path.join(folder, "..", `${path.basename(folder)}.vsix`);
  const cwd = path.resolve(import.meta.dirname, "../../fixtures/agent-caller");
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}

/** Calls tools of language models in the window of a folder, through that extension. */
export class AgentCaller {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Names of Heatline's tools as VS Code lists them. */
  async tools(): Promise<readonly { readonly name: string; readonly inputSchema: unknown }[]> {
    return (await this.#post({})) as readonly { readonly name: string; readonly inputSchema: unknown }[];
  }

  async call(name: string, input: object = {}, signal?: AbortSignal): Promise<Answer> {
    return (await this.#post({ name: `heatline_${name}`, input }, signal)) as Answer;
  }

  /** Rejects if it is an error. */
  async text(name: string, input: object = {}): Promise<string> {
    const { text, error } = await this.call(name, input);
    if (text === undefined) throw new Error(error);
    return text;
  }

  async #post(body: object, signal?: AbortSignal): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${await this.#port()}`, {
      method: "POST",
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    return await response.json();
  }

  /** Waits until the extension listens. */
  async #port(): Promise<string> {
    const file = path.join(this.#folder, ".agent-caller");
    const read = (): Promise<string> => readFile(file, "utf8").catch(() => "");
    await expect.poll(read, { timeout: patienceMs }).not.toBe("");
    return await read();
  }
}
