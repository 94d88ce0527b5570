#!/usr/bin/env bash
# wrk 4.1.0-3+b2, apache2-utils 2.4.71-1~deb12u1 (ab 2.3), hey 0.1.4-2+b4 (Debian 12, apt), Node.js 20, Linux x64; seen 2026-11-28.
# Guess before: load tools skip `103 Early Hints` as RFC 9110, 15.2 asks of clients, as hey does, or at most fail on it.
# Seen: wrk counts 103 and 200 as two requests, without any error, so its rate is twice what the server served; since it sends the next request
# after the 103, a connection has two open. ab, which asks by HTTP/1.0, gets a 103 too (Node.js sends it to HTTP/1.0, where RFC 9110 forbids it),
# counts every request as "Non-2xx" and takes the 200 for the body. hey reports what was served. A framework's switch that sends Early Hints
# thus seems to double a server's throughput.
set -euo pipefail
dir=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$dir"' EXIT
cd "$dir"
for package in wrk=4.1.0-3+b2 apache2-utils=2.4.71-1~deb12u1 hey=0.1.4-2+b4; do
  if [ "$(dpkg-query -W -f '${Version}' "${package%%=*}" 2>/dev/null || true)" != "${package#*=}" ]; then
    apt-get install -y --no-install-recommends "$package" >/dev/null
  fi
done
cat >server.cjs <<'JS'
const served = {};
const server = require("node:http").createServer((request, response) => {
  if (request.url === "/served") return response.end(JSON.stringify(served));
  response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" }, () => {
    served[request.url] = (served[request.url] ?? 0) + 1;
    response.end("done");
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
JS
node server.cjs >port.txt &
server=$!
until [ -s port.txt ]; do read -r -t 0.05 <> <(:) || true; done
url="http://127.0.0.1:$(cat port.txt)"
wrk -t1 -c2 -d2s "$url/wrk" >wrk.txt
ab -q -l -c 2 -n 2000 "$url/ab" >ab.txt 2>&1
hey -c 2 -n 2000 "$url/hey" >hey.txt
served=$(node -e 'fetch(process.argv[1]).then((response) => response.text()).then(console.log)' "$url/served")
requests=$(sed -n 's/^ *\([0-9]*\) requests in .*/\1/p' wrk.txt)
non2xx=$(sed -n 's/^Non-2xx responses: *\([0-9]*\)/\1/p' ab.txt)
good=$(sed -n 's/^ *\[200\]\t\([0-9]*\) responses/\1/p' hey.txt)
echo "served: $served"
echo "wrk: $requests requests, $(grep -c 'Non-2xx\|Socket errors' wrk.txt || true) lines of errors; ab: $non2xx of 2000 Non-2xx; hey: $good of 2000 with 200"
node -e '
  const [served, requests, non2xx, good] = process.argv.slice(1);
  const ratio = Number(requests) / JSON.parse(served)["/wrk"];
  console.log("wrk counted", ratio.toFixed(3), "for each request that was served");
  process.exit(ratio > 1.95 && ratio < 2.05 && Number(non2xx) === 2000 && Number(good) === 2000 ? 0 : 1);
' "$served" "$requests" "$non2xx" "$good"
