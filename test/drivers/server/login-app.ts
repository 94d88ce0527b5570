import { type DrawnApp, drawRun, makeApp } from "./drawn-run.ts";

/** An app whose run has an advice, on line 4 of `login.js`. 1,000 busy ticks of 1 ms, 500 requests. */
export const loginText = `const crypto = require("node:crypto");

function login(request, response) {
  const key = crypto.pbkdf2Sync(request.url, "salt", 1e5, 64, "sha512");
  response.end(key.toString("hex"));
}

function hash_all(list) {
  return login(list);
}
`;

export interface LoginApp extends DrawnApp {
  readonly run: string;
}

export async function makeLoginApp(): Promise<LoginApp> {
  const app = await makeApp({ "login.js": loginText });
  const login = "node:_http_server parserOnIncoming@1000:1 1139:5 > login.js hash_all@8:18 9:10 > login.js login@3:15";
  const run = await drawRun(app, {
    scripts: { "login.js": loginText, "node:_http_server": "", "node:internal/crypto/pbkdf2": "" },
    threads: [`700 | ${login} 4:22 > node:internal/crypto/pbkdf2 pbkdf2Sync@60:1 74:3 > HandleApiCall\n300 | ${login} 5:12`],
    load: {},
    run: { eventLoopBusy: 0.99, eventLoopDelay: { p99Ms: 130, maxMs: 250 } },
  });
  return { ...app, run };
}
