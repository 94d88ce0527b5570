#!/bin/sh
# node 20.20.2, 22.23.3 and 24.21.0 (npm), postject 1.0.0-alpha.6 (npm), Linux x64; seen 2026-11-28.
# Guess before: a single executable application takes the same NODE_OPTIONS as the Node.js that it was made of.
# Seen: of Node.js 20 it does not. Options of the inspector (--inspect-port, --inspect-publish-uid), which `node` 20.20.2 itself accepts in
# NODE_OPTIONS, end the application before its first line: “--inspect-port= is not allowed in NODE_OPTIONS”, exit code 9. Others, such as --require,
# work. Applications of 22.23.3 and 24.21.0 accept them. So an environment that is set for a whole machine or shell stops such applications only.
# Exits with 1 if one of them behaves otherwise than it did.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact postject@1.0.0-alpha.6 \
  node20@npm:node@20.20.2 node22@npm:node@22.23.3 node24@npm:node@24.21.0
echo 'console.log("ran", process.version);' > app.cjs
echo '{"main": "app.cjs", "output": "app.blob", "disableExperimentalSEAWarning": true}' > sea.json
status=0
for major in 20 22 24; do
  node="node_modules/node$major/bin/node"
  "$node" --experimental-sea-config sea.json >/dev/null 2>&1
  cp "$node" "app$major"
  chmod u+w "app$major"
  node_modules/.bin/postject "app$major" NODE_SEA_BLOB app.blob --sentinel-fuse NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2 >/dev/null 2>&1
  for option in --inspect-port=0 --inspect-publish-uid=stderr "--require ./app.cjs"; do
    code=0
    said=$(NODE_OPTIONS="$option" "./app$major" 2>&1) || code=$?
    plain=0
    NODE_OPTIONS="$option" "$node" -e 0 >/dev/null 2>&1 || plain=$?
    echo "Node.js $major, $option: application exits with $code, node with $plain ($(echo "$said" | tail -n 1))"
    expected=0
    case "$major $option" in "20 --inspect"*) expected=9 ;; esac
    [ "$code" = "$expected" ] && [ "$plain" = 0 ] || status=1
  done
done
exit $status
