import { addPass } from "../../../language-server/history/run-passes.ts";
import { counted } from "../counted-text.ts";
import { type DrawnApp, draftOf, drawRun } from "./drawn-run.ts";

export const countedText = `function small(x) {
  return x % 7;
}
function handle(n) {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += small(i);
  }
  return sum;
}
const ready = true;
`;
/** For a request of the load. */
const [requests, turns] = [50, 2000];
const calls = `for (let r = 0; r < ${requests}; r++) handle(${turns});`;
const threads = ["60 | server.js handle@4:15 7:11 > server.js small@1:14 2:2\n40 | server.js handle@4:15 7:4\n900 | (idle)"];

/** A run of 50 requests, and its counts pass, in which the app answered that many. */
export async function drawCounts(app: DrawnApp, answered = requests): Promise<string> {
  const drawing = { scripts: { "server.js": countedText }, threads, load: { requests } };
  const folder = await drawRun(app, drawing);
  const pass = draftOf(app, drawing);
  const counts = [{ thread: 0, requests: answered, scripts: [{ script: 0, functions: counted(countedText + calls) }] }];
  await addPass(folder, "counts", { ...pass, counts });
  return folder;
}
