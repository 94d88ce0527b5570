import { expect, test } from "vitest";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { localised, localisedFailure } from "../../language-server/texts/localised.ts";

const refused = new UserError("load.nobodyAnswers", { url: "http://127.0.0.1:3000", reason: { code: "load.connectionRefused" } });

test("values and texts within texts find their places in every language", () => {
  expect(refused.message).toBe("Nothing answers at http://127.0.0.1:3000 (connection refused).");
  expect(localised(refused.coded, "en")).toBe(refused.text);
  expect(localised(refused.coded, "ru")).toMatch(/^По адресу http:\/\/127\.0\.0\.1:3000 никто не отвечает \(соединение отклонено\)\. /);
  expect(localised(refused.coded, "zh-cn")).toMatch(/http:\/\/127\.0\.0\.1:3000.*连接被拒绝/);
});

test("what happened and what to do are two parts, whatever lines a value has", () => {
  const failed = new UserError("load.setupRefusedBecause", { request: "POST /users", status: 409, body: "user\r\n  exists {url}" });
  expect(localisedFailure(failed.coded, "en")).toEqual({
    message: "The set-up request POST /users was answered with status 409: user exists {url}",
    remedy: expect.stringContaining("set-up requests") as string,
  });
  expect(localised({ code: "load.connectionRefused" }, "zh-cn")).toBe("连接被拒绝");
});
