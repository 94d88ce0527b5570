// Records the rounds of `rounds.json.gz` again: `node test/bench/pairs/record-rounds.mjs FOLDER`, after `npm run build`. Takes a quarter of an hour, and
// Node 24 for the modules in TypeScript that reduce them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const here = import.meta.dirname;
const command = path.join(here, "..", "..", "..", "out", "heatline.js");
const rounds = 40;

/** One function takes 10 % of all busy time more: it had 24 %. */
const edits = {
  base: (text) => text,
  again: (text) => text,
  slower: (text) => text.replace("const rounds = 640;", "const rounds = 912;"),
};

const folder = path.resolve(process.argv[2] ?? "bench-rounds");
const source = await readFile(path.join(here, "prices.cjs"), "utf8");
for (const [kind, edit] of Object.entries(edits)) {
  const text = edit(source);
  if (kind === "slower" && text === source) throw new Error("nothing to edit");
  await mkdir(path.join(folder, kind), { recursive: true });
  await writeFile(path.join(folder, kind, "prices.cjs"), text);
}

// Only an administrator may take precedence over whatever else runs on the machine. Not by a real-time policy: V8's sampling thread would wait for the
// thread that it samples.
const isFirst = os.platform() === "linux" && process.getuid?.() === 0;

/** Where Linux groups processes by session, `nice` counts within one alone. */
async function takePrecedence(pid) {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  await writeFile(`/proc/${pid}/autogroup`, "-15").catch(() => undefined);
  for (const child of children.split(" ").filter((each) => each !== "")) await takePrecedence(Number(child));
}

async function record(app, out) {
  const load = ["--load", "/", "--connections", "4", "--warmup", "1", "--duration", "2"];
  const asked = ["record", ...load, "--out", out, "--", "node", "prices.cjs"];
  const [program = "", ...args] = [...(isFirst ? ["nice", "-n", "-15"] : []), process.execPath, command, ...asked];
  // Of a session of its own.
  const child = spawn(program, args, { cwd: app, stdio: ["ignore", "ignore", "inherit"], detached: true });
  const timer = isFirst ? setInterval(() => void takePrecedence(child.pid), 100) : undefined;
  const [status] = await once(child, "exit");
  clearInterval(timer);
  if (status !== 0) throw new Error(`run ${out} ended with ${status}`);
}

for (let round = 0; round < rounds; round += 1) {
  // Every second round goes backwards, so that nothing that grows steadily favours a side.
  const order = round % 2 === 0 ? Object.keys(edits) : Object.keys(edits).toReversed();
  for (const kind of order) await record(path.join(folder, kind), path.join(folder, "runs", `${String(round).padStart(2, "0")}-${kind}`));
  console.log(`round ${round + 1} of ${rounds}`);
}
await (await import("./store-rounds.ts")).storeRounds(folder);
