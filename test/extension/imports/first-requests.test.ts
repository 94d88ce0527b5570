import { expect, test, vi } from "vitest";
import { planFrom } from "../../../language-server/analysis/load/load.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const vscode = await import("../vscode.ts");
const { askedRequests } = await import("../../../extension/imports/first-requests.ts");

type Question = { readonly value: string; readonly validateInput: (text: string) => string | undefined };

interface Known {
  readonly load?: Parameters<typeof planFrom>[0];
  readonly proposals?: readonly { readonly method: string; readonly path: string }[];
  readonly isOther?: boolean;
}

/** What is proposed, and what comes of the answer. */
async function asked({ load, proposals = [], isOther = false }: Known, answer: string | undefined) {
  const box = vi.spyOn(vscode.window, "showInputBox").mockResolvedValue(answer);
  const plans = { of: (key: string, given: unknown) => (load && key === "script:shop" && given === "given" ? planFrom(load) : undefined) };
  const loadModel = { app: { key: isOther ? "another" : "script:shop" }, plans, state: { proposals } };
  const subject = { measured: { key: "script:shop", name: "shop" }, app: { configuration: { load: "given" } } };
  const requests = await askedRequests({ loadModel } as never, subject as never);
  const [question] = box.mock.calls.at(-1) as unknown as [Question];
  return { requests, question };
}

const proposals = [
  { method: "POST", path: "/orders" },
  { method: "GET", path: "/orders/:id" },
  { method: "GET", path: "/report" },
  { method: "GET", path: "/me?token=:token" },
  { method: "GET", path: "/report" },
  { method: "GET", path: "/" },
];

test("GET requests of the app's last load are proposed; what the user says is sent", async () => {
  const load = { requests: [{ path: "/pdf" }, { method: "POST", path: "/orders" }, { path: "/users/{{login.id}}" }] };
  const { question, requests } = await asked({ load, proposals }, "/pdf  /report?id=5 ");
  expect(question.value).toBe("/pdf");
  expect(requests).toEqual(["/pdf", "/report?id=5"]);
});

test("without a load it is what the app has answered or has routes for, of this app alone", async () => {
  expect((await asked({ proposals }, "")).question.value).toBe("/report /");
  expect((await asked({ proposals, isOther: true }, "")).question.value).toBe("");
});

test("no request is an answer, and a dismissed question is none", async () => {
  expect((await asked({}, "")).requests).toEqual([]);
  expect((await asked({}, undefined)).requests).toBeUndefined();
});

test("what is no path is said", async () => {
  const { question } = await asked({}, "");
  expect(question.validateInput("/a report")).toBe("“report” is not a path such as /report.");
  expect(question.validateInput("/a /report")).toBeUndefined();
  expect(question.validateInput("")).toBeUndefined();
});
