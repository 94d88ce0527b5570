import { expect, test } from "vitest";
import { parseMacNodes } from "../../../language-server/platform/nodes/mac-nodes.ts";

const ps = `    1 /sbin/launchd
  812 /opt/homebrew/bin/node server.js --port 80
  813 my service
  814 /Users/me/My Apps/node app.js
  815 /usr/bin/python3 node.py
`;

const files = `p1
fcwd
n/
p812
fcwd
n/Users/me/\\xd0\\xb6
ftxt
n/opt/homebrew/Cellar/node/24.1.0/bin/node
ftxt
n/opt/homebrew/lib/libuv.1.dylib
ftxt
n/usr/lib/dyld
p813
fcwd
n/srv
ftxt
n/usr/local/bin/node
p814
fcwd
n/srv
ftxt
n/Users/me/My Apps/node
p815
fcwd
n/srv
ftxt
n/usr/bin/python3
`;

const sockets = `p812
f20
n*:80
f21
n127.0.0.1:9229
p815
f3
n127.0.0.1:9230
`;

test("on macOS Node's processes are found in the output of ps and lsof, with folder and ports", () => {
  expect(parseMacNodes(ps, files, sockets).map(({ pid, command, cwd, ports }) => [pid, command, cwd, ports])).toEqual([
    [812, "server.js --port 80", "/Users/me/ж", [80, 9229]],
    [813, "my service", "/srv", []],
    [814, "app.js", "/srv", []],
  ]);
});

test("without lsof no process is found", () => {
  expect(parseMacNodes(ps, "", "")).toEqual([]);
});
