import { expect, test } from "vitest";
import { loginForm } from "../../../../language-server/analysis/load/setup/page-form.ts";

test("the form with one password field: where it goes, its fields, and what the page has filled in", () => {
  const page = `<!-- <form><input type=password name=old></form> -->
    <form action="/search"><input name="q"></form>
    <form action="/register" method="post"><input name="mail"><input type="password" name="p1"><input type="password" name="p2"></form>
    <FORM class="a > b" action='/session?next=%2F&amp;x=1' METHOD="POST">
      <input type="hidden" name="authenticity_token" value="abc"/><input type="checkbox" name="remember" value="1">
      <input type="email" name="user[email]" required><input name="user[password]" type="password"><input type="submit" name="commit" value="Log in">
    </FORM>`;
  expect(loginForm(page)).toEqual({
    method: "POST",
    action: "/session?next=%2F&x=1",
    user: "user[email]",
    password: "user[password]",
    hidden: ["authenticity_token"],
  });
});

test("fields without a form, as a script sends them", () => {
  expect(loginForm(`<div id="app"><input placeholder="Name"><input type='password'><button>Go</button></div>`)).toEqual({
    method: "POST",
    action: "",
    user: "",
    password: "",
    hidden: [],
  });
});

test("no password field: no form to sign in", () => {
  expect(loginForm(`<form><input name="user"></form><script>html = '<input type="password">'</script>`)).toBeUndefined();
  expect(loginForm("")).toBeUndefined();
});

test("a page that is not closed anywhere", () => {
  expect(loginForm(`<form ${'a="'.repeat(100_000)}`)).toBeUndefined();
  expect(loginForm("<input ".repeat(100_000))).toBeUndefined();
  expect(loginForm("<!--".repeat(100_000))).toBeUndefined();
  expect(loginForm("<script>".repeat(100_000))).toBeUndefined();
});
