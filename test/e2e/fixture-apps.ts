import { writeFile } from "node:fs/promises";
import path from "node:path";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";

/** The hot line of `hot` in `service.js`. */
export const hotLine = 5;

/** A service that spends its time in one line of `hot`. It chooses its own port. */
export const service = `const http = require("node:http");

function hot(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  return sum;
}

function handle(request, response) {
  if (request.url === "/broken") response.statusCode = 500;
  response.end(String(hot(2000)));
}

http.createServer(handle).listen(0, "127.0.0.1");
`;

/** Never listens: works for about a second, then exits. */
const script = `function work(rounds) {
  let text = "";
  for (let i = 0; i < rounds; i++) text = JSON.stringify({ i, list: [i, i + 1, i + 2], last: text.slice(0, 50) });
  return text;
}

const end = Date.now() + 1200;
let result = "";
while (Date.now() < end) result = work(1000);
console.log(result.length > 0 ? "worked" : "idled");
`;

const crash = `console.log("about to fail");
throw new TypeError("no configuration found");
`;

/** A folder with `service.js`, `script.js`, `crash.js` and `more` (name → text), without a package.json; each is profiled as the active file. */
export async function fixtureApps(more: Readonly<Record<string, string>> = {}): Promise<ScratchFolder> {
  const folder = await ScratchFolder.make("apps");
  for (const [name, text] of Object.entries({ "service.js": service, "script.js": script, "crash.js": crash, ...more })) {
    await writeFile(path.join(folder.path, name), text);
  }
  return folder;
}
