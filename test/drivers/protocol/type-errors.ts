import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const compiler = path.join(root, "node_modules/typescript/bin/tsc");

/** A message as it was sent, and the TypeScript type that its protocol declares for it. */
export interface TypedMessage {
  readonly type: string;
  readonly message: unknown;
}

/**
 * Checks messages against the types of their protocol with the compiler: returns an error, with its message, for every missing, unknown or
 * wrong property. The protocols' packages declare the types, which match LSP's meta model and DAP's schema. `head` declares the names in
 * `type`; its paths are relative to a folder in `.cache/test-out/`.
 */
export async function typeErrors(head: string, messages: readonly TypedMessage[]): Promise<readonly string[]> {
  await mkdir(path.join(root, ".cache/test-out"), { recursive: true });
  const folder = await mkdtemp(path.join(root, ".cache/test-out/types-"));
  try {
    // One line each, so that the line of an error identifies the message.
    const lines = messages.map(({ type, message }, index) => `export const m${index}: ${type} = ${JSON.stringify(message)};`);
    const first = head.split("\n").length + 1;
    await writeFile(path.join(folder, "messages.ts"), [head, ...lines, ""].join("\n"));
    const emitted = { composite: false, emitDeclarationOnly: false, noEmit: true };
    // The declarations lead to sources of `analysis/tsconfig.numeric.json`; messages read nothing by an index.
    const compilerOptions = { ...emitted, noUnusedLocals: false, noUncheckedIndexedAccess: false, types: ["node"] };
    await writeFile(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../../tsconfig.base.json", compilerOptions, files: ["messages.ts"] }),
    );
    const output = await compile(folder);
    return output.split("\n").flatMap((line) => {
      const [, row, text] = /messages\.ts[(:](\d+)[,:]\d+\)?\s*[-:]\s*(error TS.*)/.exec(line) ?? [];
      if (row === undefined) return /error TS/.test(line) ? [line] : [];
      const wrong = messages[Number(row) - first];
      return [`${text}\n  in ${JSON.stringify(wrong?.message)?.slice(0, 500)}\n  as ${wrong?.type}`];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The errors that the compiler prints; "" if there are none. */
function compile(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [compiler, "-p", folder, "--pretty", "false"],
      { maxBuffer: 1 << 26, cwd: root },
      (error, stdout, stderr) => {
        if (error === null) resolve("");
        else if (stdout.includes("error TS")) resolve(stdout);
        else reject(new Error(`The compiler failed: ${error.message}\n${stdout}\n${stderr}`));
      },
    );
  });
}
