import { afterEach, expect, test } from "vitest";
import type { SignIn } from "../../../language-server/analysis/load/first-response.ts";
import { anyProblems } from "../axe.ts";
import { browserAndSite, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addLoadPage, controlsOf, formState, openLoad, plan } from "../load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened;
const { last, field, button } = controlsOf(() => form);
const user = () => form.page.getByRole("textbox", { name: "User", exact: true });
const password = () => form.page.locator("input[type=password]");

afterEach(() => form.page.close());

const unknown: SignIn = {
  by: "request",
  page: "",
  method: "POST",
  action: "",
  user: "",
  password: "",
  hidden: [],
  isAfterSetup: false,
  values: [],
  cookies: [],
};

function askingFor(signIn: SignIn, status = 401) {
  return formState({
    phase: "asking",
    firstResponses: [
      {
        doubt: status < 400 ? "redirect" : "status",
        request: "GET /test",
        milliseconds: 2,
        status,
        reason: "",
        firstLine: "/login",
        signIn,
      },
    ],
  });
}

test("a login form: user and password are all that is asked, and what the page fills in goes with them", async () => {
  const found = {
    by: "form",
    page: "/login?next=a",
    action: "/session",
    user: "user[mail]",
    password: "pw",
    hidden: ["_csrf", "a b"],
  } as const;
  form = await openLoad(host.browser, host.url, askingFor({ ...unknown, ...found, hidden: [...found.hidden] }, 302));
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Sign In First");
  await button("Sign In First").click();
  await user().fill("ada@shop.test");
  await password().fill("a&b");
  expect(await anyProblems(form.page)).toEqual([]);
  await button("Sign In").click();
  expect(await last()).toEqual({
    type: "signIn",
    plan: {
      ...plan,
      setup: [
        { method: "GET", path: "/login?next=a", headers: {}, body: "", name: "loginPage" },
        {
          method: "POST",
          path: "/session",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: '_csrf={{loginPage._csrf}}&a%20b={{loginPage["a b"]}}&user%5Bmail%5D=ada%40shop.test&pw=a%26b',
          name: "login",
        },
      ],
    },
  });
});

test("Basic: the name and the password are no part of the plan", async () => {
  form = await openLoad(host.browser, host.url, askingFor({ ...unknown, by: "basic" }));
  await button("Sign In First").click();
  await button("Sign In").click();
  expect(await form.page.getByRole("alert").filter({ hasText: "Enter a value." }).count()).toBe(1);
  await field("User. Enter a value.").fill("ada");
  await password().fill("letmein");
  await form.page.keyboard.press("Enter");
  expect(await last()).toEqual({ type: "signIn", plan, login: { user: "ada", password: "letmein" } });
});

test("a request that only the user knows: JSON to the app's own route by its name", async () => {
  const state = askingFor(unknown);
  const proposals = [
    { method: "POST", path: "/authors", from: "a.js:1" },
    { method: "POST", path: "/api/sessions", from: "a.js:2" },
  ];
  form = await openLoad(host.browser, host.url, { ...state, proposals });
  await button("Sign In First").click();
  expect(await field("Sign-in path").inputValue()).toBe("/api/sessions");
  await user().fill("ada");
  await password().fill("letmein");
  await button("Sign In").click();
  expect(await last()).toMatchObject({
    type: "signIn",
    plan: { setup: [{ method: "POST", path: "/api/sessions", body: '{"username":"ada","password":"letmein"}', name: "login" }] },
  });
});

test("after a setup that is not enough its values are listed, tokens first, and one click sends one as a Bearer token", async () => {
  const values = [
    { text: "{{login.user.id}}", kind: "number", length: 2 },
    { text: "{{login.refreshToken}}", kind: "text", length: 200 },
    { text: "{{login.accessToken}}", kind: "text", length: 180 },
  ] as const;
  form = await openLoad(host.browser, host.url, askingFor({ ...unknown, isAfterSetup: true, values: [...values] }));
  const list = form.page.getByRole("list", { name: "Send a value of the answer as a Bearer token" });
  expect(await list.getByRole("listitem").allInnerTexts()).toEqual([
    "login.accessToken\ntext of 180 characters",
    "login.refreshToken\ntext of 200 characters",
    "login.user.id\nnumber",
  ]);
  expect(await anyProblems(form.page)).toEqual([]);
  await list.getByRole("button").first().click();
  const [request] = plan.requests;
  expect(await last()).toEqual({
    type: "signIn",
    plan: { ...plan, requests: [{ ...request, headers: { authorization: "Bearer {{login.accessToken}}" } }] },
  });
});

test("who is signed in is shown, and can be forgotten", async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", signedInAs: "ada" }));
  expect(await form.page.getByRole("status").filter({ hasText: "Signed in as ada" }).count()).toBe(1);
  await button("Sign Out").click();
  expect(await last()).toEqual({ type: "signOut" });
});

test("a setup request has a name, and each connection may have a session and cookies of its own", async () => {
  const setup = [{ method: "POST", path: "/api/login", headers: {}, body: "" }];
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: { ...plan, setup } }));
  await form.page.getByText("More", { exact: true }).click();
  await form.page.getByText("POST /api/login").click();
  expect(await field("Name").getAttribute("placeholder")).toBe("login");
  await field("Name").fill("sign in");
  await button("Start Load").click();
  expect(await form.page.getByRole("alert").filter({ hasText: "Use letters, digits, - and _" }).count()).toBe(1);
  await field("Name").fill("me");
  await form.page.getByRole("combobox", { name: "Setup requests run" }).click();
  await form.page.getByRole("option", { name: "for each connection" }).click();
  expect(await last()).toEqual({
    type: "planChanged",
    plan: { ...plan, setup: [{ ...setup[0], name: "me" }], setupRuns: "per-connection" },
  });
});
