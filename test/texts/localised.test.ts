import { access, readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { reasonOf, reasonOfCode } from "../../language-server/analysis/failure-reason.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { localised, localisedFailure, localisedValue } from "../../language-server/texts/localised.ts";
import type { Locale } from "../../language-server/texts/locale.ts";

const refused = new UserError("load.nobodyAnswers", { url: "http://127.0.0.1:3000", reason: { code: "system.ECONNREFUSED" } });

test("values and nested texts are filled in in every language", () => {
  expect(refused.message).toBe("Nothing answers at http://127.0.0.1:3000 (connection refused).");
  expect(localised(refused.coded, "en")).toBe(refused.text);
  expect(localised(refused.coded, "ru")).toMatch(/^По адресу http:\/\/127\.0\.0\.1:3000 никто не отвечает \(соединение отклонено\)\. /);
  expect(localised(refused.coded, "zh-cn")).toMatch(/http:\/\/127\.0\.0\.1:3000.*连接被拒绝/);
});

test("fractions have the language's decimal mark; whole numbers may be names and stay unchanged", () => {
  const unlogged = new UserError("exact.unlogged", { seconds: 1.5 }).coded;
  expect(localised(unlogged, "en")).toContain("1.5 s");
  expect(localised(unlogged, "ru")).toContain("1,5 с");
  expect(localised(new UserError("load.setupRefusedBecause", { request: "GET /", status: 40_000, body: "" }).coded, "ru")).toContain(
    "40000",
  );
});

test("what happened and what to do are two parts, even if a value has several lines", () => {
  const failed = new UserError("load.setupRefusedBecause", { request: "POST /users", status: 409, body: "user\r\n  exists {url}" });
  expect(localisedFailure(failed.coded, "en")).toEqual({
    message: "The setup request POST /users was answered with status 409: user exists {url}",
    remedy: expect.stringContaining("setup requests") as string,
  });
  expect(localised({ code: "system.ECONNREFUSED" }, "zh-cn")).toBe("连接被拒绝");
});

test("known system errors are shown in the user's language; others are shown unchanged", async () => {
  const failures = [
    await access("/no such place").catch((error: unknown) => error),
    await readFile(import.meta.dirname).catch((error: unknown) => error),
    thrownBy(() => gunzipSync(gzipSync("text").subarray(0, 12))),
    thrownBy(() => gunzipSync(Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]))),
  ];
  const said = (locale: Locale) => failures.map((error) => localisedValue(reasonOf(error), locale));
  expect(said("en")).toEqual([
    "no such file or folder",
    "it is a folder, not a file",
    "unexpected end of file",
    "the compressed data is damaged",
  ]);
  expect(said("ru").join("")).not.toMatch(/[a-z]/i);
  expect(said("zh-cn").join("")).not.toMatch(/[a-z]/i);
  expect(reasonOf(new Error("socket hang up"))).toBe("socket hang up");
  expect([reasonOfCode("ECONNREFUSED"), reasonOfCode("EODD")]).toEqual([{ code: "system.ECONNREFUSED" }, "EODD"]);
  expect(reasonOf(new UserError("run.gone"))).toEqual({ code: "run.gone", values: {} });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
