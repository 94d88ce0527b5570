import { expect, test } from "vitest";
import { requestGroup, requestPath } from "../../../language-server/recording/in-app/request-path.ts";

const jwt = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
const uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

test.each([
  ["/orders?page=2&sort=-created"],
  [`/users/${uuid}`],
  ["/users/65f1a2b3c4d5e6f7a8b9c0d1?fields=name"],
  ["/a-page-with-a-long-name-of-2026-in-its-path"],
  ["/files/quarterly_report_2026_final_version.pdf"],
  ["/search?q=how+to+make+a+server+fast"],
  ["/v1/models/best:predict"],
  ["/?flag&empty="],
  ["/books?author=me&author_id=7&authors=a&passenger=2&country_code=de&sort_key=name"],
])("%s is shown as it was sent", (url) => {
  expect(requestPath(url)).toEqual({ path: url, isWhole: true });
});

test.each([
  ["/login?user=ann&password=hunter2", "/login?user=ann&password=:password"],
  ["/cb?code=4/0AX&state=xyz&scope=a", "/cb?code=:code&state=:state&scope=a"],
  ["/a?access_token=1&api-key=2&x-sid=3", "/a?access_token=:access_token&api-key=:api_key&x-sid=3"],
  [`/a?next=${jwt}`, "/a?next=:next"],
  [
    "/a?oauth_verifier=1&subscription-key=2&passphrase=3",
    "/a?oauth_verifier=:oauth_verifier&subscription-key=:subscription_key&passphrase=:passphrase",
  ],
  ["/a?SAMLResponse=1&hmac=2&pass=3&client_key=4", "/a?SAMLResponse=:SAMLResponse&hmac=:hmac&pass=:pass&client_key=:client_key"],
  ["/reset/9fK2mQ7xR4tV8wZ1bN6c", "/reset/:token"],
  ["/hooks/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b/in?n=1", "/hooks/:token/in?n=1"],
])("secrets of %s are asked for", (url, path) => {
  expect(requestPath(url)).toEqual({ path, isWhole: false });
});

test("other targets are not listed, and long ones lose their query or are not listed either", () => {
  expect(["*", "http://other/", "example.org:443", "", `/${"a".repeat(400)}`].map(requestPath)).toEqual(Array(5).fill(undefined));
  expect(requestPath(`/a?${"b=1&".repeat(100)}`)).toEqual({ path: "/a", isWhole: false });
});

test("requests that differ in ids alone are one group", () => {
  const paths = ["/orders/1/items", "/orders/27/items", `/orders/${uuid}/items`, "/orders/65f1a2b3c4d5e6f7a8b9c0d1/items"];
  expect(new Set(paths.map(requestGroup))).toEqual(new Set(["/orders/:id/items"]));
  expect(["/v1/orders?page=3", "/2026-11"].map(requestGroup)).toEqual(["/v1/orders?page=:id", "/2026-11"]);
});
