import { expect, test } from "vitest";
import { looksLikeUrl, secondsOf, urlProblem } from "../../language-server/analysis/profile-url.ts";
import { shownUrl } from "../../language-server/analysis/masking/masked-url.ts";

test.each([
  ["http://localhost:6060/debug/pprof/profile?seconds=10", "localhost:6060/debug/pprof/profile?seconds=10"],
  ["https://prod.example/a%20b.cpuprofile#frame", "prod.example/a%20b.cpuprofile"],
  ["https://ops.example/p?token=abc&seconds=5", "ops.example/p?token=***&seconds=5"],
  [
    "https://ops.example/p?access_key=a&X-Amz-Signature=0f&X-Amz-Security-Token=b=",
    "ops.example/p?access_key=***&X-Amz-Signature=***&X-Amz-Security-Token=***",
  ],
  ["https://ops.example/p?v=2&id=eyJhbGciOiJIUzI1NiJ9.e30", "ops.example/p?v=2&id=***"],
  ["https://ops.example/p?id=3f2504e0-4f89-41d3-9a0c-0305e82c3301", "ops.example/p?id=3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
  ["https://ops.example/p?author=me&country_code=de&sig=a%2Fb&api_key=k", "ops.example/p?author=me&country_code=de&sig=***&api_key=***"],
  ["https://ops.example/p?token=", "ops.example/p?token="],
  [
    "https://pyro.example/render?query=process_cpu%3Acpu%3Ananoseconds%7Bservice%3D%22web2%22%7D&from=now-1h",
    "pyro.example/render?query=process_cpu%3Acpu%3Ananoseconds%7Bservice%3D%22web2%22%7D&from=now-1h",
  ],
])("the profile at %s is called %s", (url, name) => {
  expect(shownUrl(new URL(url))).toBe(name);
});

test.each([
  ["http://a/p", undefined],
  ["HTTPS://a/p", undefined],
  ["ftp://a/p", "url.notHttp"],
  ["file:///etc/passwd", "url.notHttp"],
  ["data:text/plain,a", "url.notHttp"],
  ["https://me@a/p", "url.hasPassword"],
  ["https://:word@a/p", "url.hasPassword"],
  ["http://", "url.invalid"],
  ["app.cpuprofile", "url.invalid"],
  ["", "url.invalid"],
])("%s: the problem is %s", (text, code) => {
  expect(urlProblem(URL.canParse(text) ? new URL(text) : undefined)).toBe(code);
});

test.each([
  ["http://a/p", true],
  ["HTTP://a/p", true],
  ["file:///p", true],
  ["ftp://a/p", true],
  ["http:", false],
  ["C:\\p", false],
  ["C://p", false],
  ["./p?x=http://a", false],
  ["-", false],
])("%s is meant as a URL: %s", (text, isUrl) => {
  expect(looksLikeUrl(text)).toBe(isUrl);
});

test.each([
  ["http://a/debug/pprof/profile", 30],
  ["http://a/debug/pprof/profile?seconds=5", 5],
  ["http://a/debug/pprof/profile?debug=1&seconds=2.5&x=1", 2.5],
  ["http://a/p?milliseconds=5", 30],
  ["http://a/p?seconds=-5", 30],
  ["http://a/p?seconds=1e9", 30],
  ["http://a/p?seconds=999999999999", 3600],
])("%s records for %s s", (url, seconds) => {
  expect(secondsOf(new URL(url))).toBe(seconds);
});
