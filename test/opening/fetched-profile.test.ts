import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { type FetchOptions, fetchProfile } from "../../language-server/opening/fetch/fetched-profile.ts";
import { profileUrl } from "../../language-server/opening/fetch/http-response.ts";
import { goProfile, loginHeader, ProfileServer } from "../drivers/profile-server.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-fetched-"));
const file = path.join(folder, "made", "profile");

afterEach(() => {
  const left = filesLeft();
  if (left.length > 0) throw new Error(`Left on disk: ${left.join(", ")}.`);
});

function filesLeft(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** The bytes, without leaving the file. */
async function fetched(url: string, options: Partial<FetchOptions> = {}): Promise<Buffer> {
  await fetchProfile(profileUrl(url), file, { plainHttp: false, ...options });
  const [bytes, { mode }] = [readFileSync(file), statSync(file)];
  rmSync(file);
  expect(mode & 0o077).toBe(0);
  return bytes;
}

async function failure(url: string, options: Partial<FetchOptions> = {}): Promise<string> {
  const error: unknown = await fetched(url, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error(`Not refused by a sentence: ${String(error)}`);
  return error.text;
}

test("a pprof endpoint's answer is saved byte by byte, for this user's eyes only", async () => {
  await using server = await ProfileServer.start({ redirects: { "/old": "/debug/pprof/profile?seconds=1" } });
  const expected = readFileSync(goProfile);
  expect(await fetched(server.at("/debug/pprof/profile?seconds=1"))).toEqual(expected);
  expect(await fetched(server.at("/old"))).toEqual(expected);
  expect(server.asked.map(({ url }) => url)).toEqual(["/debug/pprof/profile?seconds=1", "/old", "/debug/pprof/profile?seconds=1"]);
});

test("a server on this machine may have a certificate of its own; one elsewhere may not", async () => {
  await using server = await ProfileServer.start({ secure: true });
  expect(await fetched(server.at("/debug/pprof/profile"))).toEqual(readFileSync(goProfile));
  expect(await failure(server.elsewhere("/debug/pprof/profile"))).toMatch(
    new RegExp(`^The certificate of ${os.hostname()}:\\d+ is not trusted: \\w*CERT\\w*\\. `, "i"),
  );
  expect(server.asked).toHaveLength(1);
});

test("without encryption another machine is asked only where that is allowed", async () => {
  await using server = await ProfileServer.start();
  expect(await failure(server.elsewhere("/debug/pprof/profile"))).toMatch(
    /would be fetched without encryption.* Use https, or add --plain-http\.$/,
  );
  expect(server.asked).toEqual([]);
  expect(await fetched(server.elsewhere("/debug/pprof/profile"), { plainHttp: true })).toEqual(readFileSync(goProfile));
});

test("a redirect to another host is refused, and that host learns nothing", async () => {
  await using other = await ProfileServer.start();
  const there = other.elsewhere("/private?token=abc");
  await using server = await ProfileServer.start({ redirects: { "/moved": there } });
  expect(await failure(server.at("/moved"), { authorization: loginHeader, plainHttp: true })).toBe(
    `127.0.0.1:${server.port}/moved redirects to another host, ${os.hostname()}:${other.port}/private?token=***, so nothing was fetched. Use that URL if you trust the host.`,
  );
  expect(other.asked).toEqual([]);
});

test("the Authorization header goes to its own origin alone: not to another port, of the same host", async () => {
  await using other = await ProfileServer.start();
  await using server = await ProfileServer.start({ redirects: { "/here": "/private", "/there": other.at("/private") } });
  const options = { authorization: loginHeader };
  expect(await fetched(server.at("/here"), options)).toEqual(readFileSync(goProfile));
  expect(server.asked.map(({ authorization }) => authorization)).toEqual([loginHeader, loginHeader]);
  expect(await failure(server.at("/there"), options)).toContain("(401)");
  expect(other.asked).toEqual([{ url: "/private", authorization: undefined }]);
});

test("from https a redirect to http is refused, on this machine, too", async () => {
  await using plain = await ProfileServer.start();
  await using server = await ProfileServer.start({ secure: true, redirects: { "/down": plain.at("/private") } });
  expect(await failure(server.at("/down"), { plainHttp: true })).toMatch(/redirects to 127\.0\.0\.1:\d+\/private without encryption/);
  expect(plain.asked).toEqual([]);
});

test.each([
  ["/nowhere", /^The server answered 404 Not Found for 127\.0\.0\.1:\d+\/nowhere\. Check the URL\.$/],
  [
    "/busy?key=abc",
    /^The server answered 500 Internal Server Error for \S+\/busy\?key=\*\*\*: Could not enable CPU profiling: cpu profiling already in use\. /,
  ],
  ["/page", /\/page is a web page, not a profile\. Use the URL of the profile itself/],
  ["/loop", /\/loop redirects more than 5 times\. /],
  ["/oddly", /\/oddly redirects to something that is not a URL\. /],
  ["/ftp", /^Profiles are fetched over http and https only\. /],
  ["/userinfo", /^The URL contains a user name or a password/],
  ["/private", /\/private requires a login \(401\)\. On the terminal, set HEATLINE_AUTHORIZATION/],
  ["/cut", /\/cut could not be fetched: the connection was closed by the other side\. Check the URL/],
  ["/announced", /\/announced is larger than 536 MB\. /],
])("%s is refused by a sentence", async (at, sentence) => {
  const redirects = { "/loop": "/loop", "/oddly": "http://[", "/ftp": "ftp://127.0.0.1/", "/userinfo": "http://me:word@127.0.0.1/" };
  await using server = await ProfileServer.start({ redirects });
  expect(await failure(server.at(at))).toMatch(sentence);
  await server.left();
});

test("a wrong token is distinguished from a missing one, and appears in no text", async () => {
  await using server = await ProfileServer.start();
  const text = await failure(server.at("/private"), { authorization: "Bearer wr0ng" });
  expect(text).toMatch(/refuses the given Authorization header \(401\)/);
  expect(text).not.toContain("wr0ng");
});

test("where nothing listens, or nothing is known by that name, the reason is reported", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, "close");
  expect(await failure(`http://127.0.0.1:${port}/p`)).toBe(
    `127.0.0.1:${port}/p could not be fetched: connection refused. Check the URL, and that its server is running.`,
  );
  expect(await failure("https://nowhere.invalid/p")).toMatch(
    /could not be fetched: the host name (?:is not known|could not be looked up)\. /,
  );
});

test.each(["/silent", "/drips"])("%s: a server has the seconds of the URL and a margin; then it is left", async (at) => {
  await using server = await ProfileServer.start();
  expect(await failure(server.at(`${at}?seconds=0.2`), { marginMs: 300 })).toMatch(/ did not arrive completely within 1 s\. /);
  await server.left();
});

test("what grows beyond the limit is left, and not kept", async () => {
  await using server = await ProfileServer.start();
  expect(await failure(server.at("/endless"), { limit: 3_000_000 })).toMatch(/\/endless is larger than 3 MB\. /);
  await server.left();
});

test.each(["/silent", "/drips"])("%s: a cancelled fetch ends at once and leaves no file", async (at) => {
  await using server = await ProfileServer.start();
  const controller = new AbortController();
  const fetching = fetched(server.at(at), { signal: controller.signal });
  await server.askedFor(at);
  controller.abort(new Error("enough"));
  await expect(fetching).rejects.toThrow("enough");
  await server.left();
  await expect(fetched(server.at(at), { signal: controller.signal })).rejects.toThrow("enough");
});
