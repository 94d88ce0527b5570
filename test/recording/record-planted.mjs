import { writeBlocks } from "../analysis/timeline/stored-blocks.ts";
import { recordPlanted } from "./planted-blocks.ts";

// Records the app of test/fixtures/blocks and stores it there: `node record-planted.mjs NODE NAME COUNT CLIENTS`, with Node.js 24 or later.
// NAME is such as `26-quiet`; without blocks the load alone is recorded for ten seconds. It is a light one, unless there are CLIENTS.
const [node = process.execPath, name = "", count = "200", clients = "0"] = process.argv.slice(2);
const { opened, planted, answers } = await recordPlanted(node, { count: Number(count), seconds: 10, clients: Number(clients) });
const [thread, late] = [opened.threads[0]?.profile, opened.tracks.loops[0]?.late];
if (thread === undefined || late === undefined) throw new Error("The app's main thread was not recorded.");
await writeBlocks(name, { node: opened.run.app.nodeVersion, planted, ...(clients === "0" ? {} : { answers }) }, thread, late);
