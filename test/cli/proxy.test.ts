import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { certificate } from "../drivers/loopback-certificate.ts";
import { ProfileServer } from "../drivers/profile-server.ts";
import { SmallProxy } from "../drivers/small-proxy.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const authority = path.join(mkdtempSync(path.join(os.tmpdir(), "heatline-proxy-")), "authority.pem");
const at = "/debug/pprof/profile";

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(authority, certificate);
});

/** What the command prints for a Go server's profile, by a Node that supports proxies. */
async function reported(url: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const { HTTP_PROXY: _1, HTTPS_PROXY: _2, NO_PROXY: _3, http_proxy: _4, https_proxy: _5, no_proxy: _6, ...others } = process.env;
  const env = { ...others, LC_ALL: "C.UTF-8", NODE_EXTRA_CA_CERTS: authority, ...variables };
  const run = promisify(execFile)(await nodeOf(26), [cli.file, "report", url, "--plain-http"], { env });
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stderr: string }) => error.stderr,
  );
}

test("a server elsewhere is asked by the proxy that the environment names, also over https, and this machine by none", async () => {
  await using server = await ProfileServer.start();
  await using proxy = await SmallProxy.start(server.port);
  await using secure = await ProfileServer.start({ secure: true });
  await using tunnel = await SmallProxy.start(secure.port);
  const direct = await reported(server.at(at), { HTTP_PROXY: proxy.url });
  expect(direct).toContain("main.leaf");
  expect(proxy.asked).toEqual([]);

  const rows = (text: string): string => text.slice(text.indexOf("\n"));
  expect(rows(await reported(`http://profiles.example${at}`, { HTTP_PROXY: proxy.url }))).toBe(rows(direct));
  expect(rows(await reported(`https://profiles.example${at}`, { https_proxy: tunnel.url }))).toBe(rows(direct));
  expect([proxy.asked, tunnel.asked]).toEqual([[`GET http://profiles.example${at}`], ["CONNECT profiles.example:443"]]);
});

test("a host in NO_PROXY is asked without the proxy, and a certificate is checked through one, too", async () => {
  await using secure = await ProfileServer.start({ secure: true });
  await using tunnel = await SmallProxy.start(secure.port);
  const variables = { HTTPS_PROXY: tunnel.url, NO_PROXY: "nowhere.invalid" };
  // As VS Code's setting `http.proxySupport: off` is passed on.
  for (const without of [variables, { HTTPS_PROXY: tunnel.url, no_proxy: "*" }])
    expect(await reported(`https://nowhere.invalid${at}`, without)).toMatch(/the host name (?:is not known|could not be looked up)/);
  expect(tunnel.asked).toEqual([]);
  expect(await reported(`https://other.example${at}`, variables)).toMatch(/certificate of other\.example is not trusted/);
  expect(tunnel.asked).toEqual(["CONNECT other.example:443"]);
});
