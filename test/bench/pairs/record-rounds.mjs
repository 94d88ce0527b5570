// Records the rounds of `rounds.json.gz` again: `node test/bench/pairs/record-rounds.mjs FOLDER`, after `npm run build`. Takes a quarter of an hour, and
// Node 24 for the modules in TypeScript that reduce them.
import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const here = import.meta.dirname;
const command = path.join(here, "..", "..", "..", "out", "heatline.js");
const rounds = 40;

/** One function takes 10 % of all busy time more: it had 21.4 %. */
const edits = {
  base: (text) => text,
  again: (text) => text,
  slower: (text) => text.replace("const rounds = 60;", "const rounds = 88;"),
};

const folder = path.resolve(process.argv[2] ?? "bench-rounds");
const source = await readFile(path.join(here, "..", "chance", "shop.cjs"), "utf8");
for (const [kind, edit] of Object.entries(edits)) {
  const text = edit(source);
  if (kind === "slower" && text === source) throw new Error("nothing to edit");
  await mkdir(path.join(folder, kind), { recursive: true });
  await writeFile(path.join(folder, kind, "shop.cjs"), text);
}

for (let round = 0; round < rounds; round += 1) {
  // Every second round goes backwards, so that nothing that grows steadily favours a side.
  const order = round % 2 === 0 ? Object.keys(edits) : Object.keys(edits).toReversed();
  for (const kind of order) {
    const app = path.join(folder, kind);
    const out = path.join(folder, "runs", `${String(round).padStart(2, "0")}-${kind}`);
    const record = ["record", "--load", "/", "--duration", "2", "--warmup", "1", "--out", out, "--", "node", "shop.cjs"];
    const { status } = spawnSync(process.execPath, [command, ...record], { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`run ${out} ended with ${status}`);
  }
  console.log(`round ${round + 1} of ${rounds}`);
}
await (await import("./store-rounds.ts")).storeRounds(folder);
