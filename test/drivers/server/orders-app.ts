import { type DrawnApp, drawRun, makeApp } from "./drawn-run.ts";

/** A small app and a run of it in which every tick is known: 1,000 busy ticks of 1 ms, 100 idle ones, 500 requests. */
export const serverText = `const { hash } = require("./util");

function handler(request, response) {
  const data = load(request);
  response.end(hash(data));
}

const load = (request) => parse(request);
`;

export const utilText = `const crypto = require("node:crypto");

function hash(data) {
  const sum = crypto.createHash("sha512");
  return sum.update(JSON.stringify(data)).digest();
}

module.exports = { hash };
`;

export const parserText = `module.exports = function parse(text) {
  return text.split(",");
};
`;

const drawing = `
450 | server.js handler@3:16 5:15 > util.js hash@3:13 5:25 > stringify
295 | server.js handler@3:16 5:15 > util.js hash@3:13 5:13 > update
  5 | server.js handler@3:16 5:15 > util.js hash@3:13 4:21 ≈
100 | server.js handler@3:16 4:15 > server.js load@8:13 8:26 > node_modules/parser/main.js parse@1:31 2:14
 50 | server.js handler@3:16 5:11
 80 | (garbage collector)
 20 | (program)
100 | (idle)
`;

export interface OrdersApp extends DrawnApp {
  readonly run: string;
}

export async function makeOrdersApp(): Promise<OrdersApp> {
  const files = { "server.js": serverText, "util.js": utilText, "node_modules/parser/main.js": parserText };
  const app = await makeApp({ ...files, "cold.js": "module.exports = 1;\n" });
  return { ...app, run: await drawRun(app, { scripts: files, threads: [drawing], load: {} }) };
}
