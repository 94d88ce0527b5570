import type { CurlProblem, CurlRequest } from "../../language-server/analysis/load/curl/curl.ts";

/** A command as its source writes it, and the request that curl sends for it. */
interface Command {
  readonly from: string;
  readonly text: string;
  readonly filled: CurlRequest | CurlProblem;
}

type Sent = Partial<CurlRequest["request"]> & { readonly path: string; readonly leftOut?: readonly string[]; readonly origin?: string };

function sent({ leftOut = [], origin = "http://localhost:3000", ...request }: Sent): CurlRequest {
  return { request: { method: "GET", headers: {}, body: "", ...request }, origin, leftOut };
}

const form = { "content-type": "application/x-www-form-urlencoded" };

export const commands: readonly Command[] = [
  {
    from: "Chromium, bash",
    text: `curl 'http://localhost:3000/api/orders?page=2&sort=price' \\
  -H 'Accept: application/json, text/plain, */*' \\
  -H 'Accept-Language: en-US,en;q=0.9' \\
  -H 'Connection: keep-alive' \\
  -b 'sid=s%3AabC.9; theme=dark' \\
  -H 'sec-ch-ua: "Chromium";v="141", "Not?A_Brand";v="8"'`,
    filled: sent({
      path: "/api/orders?page=2&sort=price",
      headers: {
        Accept: "application/json, text/plain, */*",
        "Accept-Language": "en-US,en;q=0.9",
        cookie: "sid=s%3AabC.9; theme=dark",
        "sec-ch-ua": '"Chromium";v="141", "Not?A_Brand";v="8"',
      },
    }),
  },
  {
    from: "Chromium, bash, with a body that needs escapes",
    text: `curl 'http://localhost:3000/api/orders' \\
  -H 'Content-Type: application/json' \\
  --data-raw $'{"name":"O\\'Brien \\u0021","note":"two\\nlines"}' \\
  --insecure`,
    filled: sent({
      method: "POST",
      path: "/api/orders",
      headers: { "Content-Type": "application/json" },
      body: `{"name":"O'Brien !","note":"two\nlines"}`,
    }),
  },
  {
    from: "Chromium, cmd",
    text: `curl ^"http://localhost:3000/api/orders?page=2^&sort=a^%20b^" ^
  -H ^"Accept: */*^" ^
  -H ^"Content-Type: application/json^" ^
  --data-raw ^"^{^\\^"name^\\^":^\\^"caf\u00e9 ^& bar^\\^"^}^"`,
    filled: sent({
      method: "POST",
      path: "/api/orders?page=2&sort=a%20b",
      headers: { Accept: "*/*", "Content-Type": "application/json" },
      body: '{"name":"caf\u00e9 & bar"}',
    }),
  },
  {
    from: "Chromium, cmd, with a line break in the body",
    text: 'curl ^"http://localhost:3000/notes^" ^\r\n  -H ^"Content-Type: text/plain^" ^\r\n  --data-raw ^"one^\r\n\r\ntwo^"',
    filled: sent({ method: "POST", path: "/notes", headers: { "Content-Type": "text/plain" }, body: "one\ntwo" }),
  },
  {
    from: "Chromium, all requests as bash",
    text: `curl 'http://localhost:3000/a' -H 'Accept: */*' ;\ncurl 'http://localhost:3000/b' -H 'Accept: */*' ;\ncurl 'http://localhost:3000/c'`,
    filled: sent({ path: "/a", headers: { Accept: "*/*" }, leftOut: ["curl http://localhost:3000/b", "curl http://localhost:3000/c"] }),
  },
  {
    from: "Firefox",
    text: `curl 'http://localhost:3000/search?q=caf%C3%A9' --compressed -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Priority: u=0, i'`,
    filled: sent({
      path: "/search?q=caf%C3%A9",
      headers: {
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Accept-Encoding": "gzip, deflate, br, zstd",
        Priority: "u=0, i",
      },
    }),
  },
  {
    from: "Firefox, a form",
    text: `curl 'http://localhost:3000/login' -X POST -H 'Content-Type: application/x-www-form-urlencoded' -H 'Origin: http://localhost:3000' --data-raw 'user=ada&password=correct+horse'`,
    filled: sent({
      method: "POST",
      path: "/login",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://localhost:3000" },
      body: "user=ada&password=correct+horse",
    }),
  },
  {
    from: "Firefox, Windows",
    text: `curl.exe "http://localhost:3000/orders/7" -X PUT -H "Content-Type: application/json" --data-raw "{\\"amount\\":7}"`,
    filled: sent({ method: "PUT", path: "/orders/7", headers: { "Content-Type": "application/json" }, body: '{"amount":7}' }),
  },
  {
    from: "Postman",
    text: `curl --location 'http://localhost:3000/orders' \\
--header 'Content-Type: application/json' \\
--header 'Authorization: Bearer eyJhbGciOi.J9' \\
--data '{
    "items": [1, 2]
}'`,
    filled: sent({
      method: "POST",
      path: "/orders",
      headers: { "Content-Type": "application/json", Authorization: "Bearer eyJhbGciOi.J9" },
      body: '{\n    "items": [1, 2]\n}',
    }),
  },
  {
    from: "Postman, urlencoded",
    text: `curl --location --request POST 'http://localhost:3000/login' \\
--data-urlencode 'user=ada lovelace' \\
--data-urlencode 'mail=ada@example.org'`,
    filled: sent({ method: "POST", path: "/login", headers: form, body: "user=ada+lovelace&mail=ada%40example.org" }),
  },
  {
    from: "Postman, form data",
    text: `curl --location 'http://localhost:3000/upload' \\\n--form 'file=@"/home/ada/picture.png"'`,
    filled: { code: "curl-option", value: "--form" },
  },
  {
    from: "Insomnia",
    text: `curl --request PATCH \\
  --url http://localhost:3000/orders/7 \\
  --header 'content-type: application/json' \\
  --cookie 'sid=1; lang=de' \\
  --data '{"amount": 3}'`,
    filled: sent({
      method: "PATCH",
      path: "/orders/7",
      headers: { "content-type": "application/json", cookie: "sid=1; lang=de" },
      body: '{"amount": 3}',
    }),
  },
  {
    from: "Swagger UI",
    text: `curl -X 'DELETE' \\\n  'http://localhost:3000/pets/3' \\\n  -H 'accept: */*' \\\n  -d ''`,
    filled: sent({ method: "DELETE", path: "/pets/3", headers: { accept: "*/*", ...form } }),
  },
  {
    from: "documentation, with options in one word",
    text: `$ curl -sSLXPOST -HContent-Type:application/json -d@orders/new.json localhost:3000/orders | jq .`,
    filled: sent({ method: "POST", path: "/orders", headers: { "Content-Type": "application/json" }, bodyFile: "orders/new.json" }),
  },
  {
    from: "documentation, with a name and password",
    text: "curl https://api.example.org/v1/charges -u sk_test: -d amount=2000 -d currency=usd",
    filled: sent({
      method: "POST",
      path: "/v1/charges",
      headers: { authorization: "Basic c2tfdGVzdDo=", ...form },
      body: "amount=2000&currency=usd",
      origin: "https://api.example.org",
    }),
  },
  {
    from: "documentation, with a name and password in the URL",
    text: "curl http://ann:p%40ss@localhost:3000/orders",
    filled: sent({ path: "/orders", headers: { authorization: "Basic YW5uOnBAc3M=" } }),
  },
  {
    from: "an option before a name and password in the URL",
    text: "curl -u sk_test: http://ann:100%@localhost:3000/orders",
    filled: sent({ path: "/orders", headers: { authorization: "Basic c2tfdGVzdDo=" } }),
  },
  {
    from: "documentation, data as the query",
    text: `curl -G "http://localhost:3000/search?limit=5" -d q=tea --data-urlencode "city=San José"`,
    filled: sent({ path: "/search?limit=5&q=tea&city=San+Jos%C3%A9" }),
  },
  {
    from: "documentation, JSON by one option",
    text: `curl --json '{"a":1}' http://localhost:3000/`,
    filled: sent({
      method: "POST",
      path: "/",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: '{"a":1}',
    }),
  },
  {
    from: "documentation, the headers alone",
    text: `curl -I --max-time 5 -o /dev/null -w '%{http_code}' http://127.0.0.1:3000/health`,
    filled: sent({ method: "HEAD", path: "/health", origin: "http://127.0.0.1:3000" }),
  },
  {
    from: "documentation, through a proxy",
    text: `curl -x http://proxy:8080 -E client.pem -A probe/1 -e http://a.example/ 'http://localhost:3000/a' 'http://localhost:3000/b'`,
    filled: sent({
      path: "/a",
      headers: { "user-agent": "probe/1", referer: "http://a.example/" },
      leftOut: ["--proxy", "--cert", "http://localhost:3000/b"],
    }),
  },
  {
    from: "a header taken away, one without a value, and the connection's own",
    text: `curl -H 'Accept:' -H 'X-Empty;' -H 'Host: shop.example' -H 'Content-Length: 9' --compressed http://localhost:3000/a`,
    filled: sent({ path: "/a", headers: { "X-Empty": "", "accept-encoding": "deflate, gzip, br" } }),
  },
  { from: "a quote that is not closed", text: "curl 'http://localhost:3000/a", filled: { code: "curl-quote" } },
  { from: "no URL", text: "curl -H 'accept: */*'", filled: { code: "curl-no-url" } },
  { from: "another protocol", text: "curl ftp://localhost/a", filled: { code: "curl-address", value: "ftp://localhost/a" } },
  { from: "an upload", text: "curl -T big.bin http://localhost:3000/a", filled: { code: "curl-option", value: "-T" } },
  { from: "cookies of a file", text: "curl -b jar.txt http://localhost:3000/a", filled: { code: "curl-option", value: "--cookie" } },
  {
    from: "a name that every object has",
    text: "curl --constructor http://localhost:3000/",
    filled: { code: "curl-option", value: "--constructor" },
  },
];
