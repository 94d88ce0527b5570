import { spawn } from "node:child_process";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../fixtures/sign-in");

/** One of the apps that want to know who asks, in a process of its own. */
export async function signInApp(name: "express" | "fastify"): Promise<{ readonly port: number } & AsyncDisposable> {
  const child = spawn(process.execPath, [path.join(folder, `${name}.cjs`)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const port = await new Promise<number>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (piece: Buffer) => {
      text += piece.toString();
      const found = /listening on (\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once("exit", () => reject(new Error(`The app ended: ${text}`)));
  });
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
