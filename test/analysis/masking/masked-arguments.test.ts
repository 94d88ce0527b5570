import { expect, test } from "vitest";
import { maskedArguments, maskedCommandLine } from "../../../language-server/analysis/masking/masked-arguments.ts";
import { shellPieces } from "../../../language-server/analysis/masking/shell-words.ts";
import { publishedTokens } from "./published-tokens.ts";

/** Words of a line as a shell has them. */
function argv(line: string): readonly string[] {
  return shellPieces(line).flatMap((piece) =>
    piece.kind === "word" ? [piece.content] : piece.text.trim() === "" ? [] : [piece.text.trim()],
  );
}

const github = publishedTokens["GitHub classic"]!;
const stripe = publishedTokens["Stripe secret"]!;

/** Each as it is kept, or unchanged. Secrets are hunter2, zzz and yyy. */
test.each([
  // Options with a name.
  ["node x.js --token=zzz", "node x.js --token=***"],
  ["node x.js --token zzz --port 80", "node x.js --token *** --port 80"],
  ["node x.js --password hunter2 --verbose", "node x.js --password *** --verbose"],
  ["node x.js --password --verbose", undefined],
  ["node x.js --api-key=k1 --apiKey k1 --API_KEY k1", "node x.js --api-key=*** --apiKey *** --API_KEY ***"],
  ["node x.js --client_secret zzz --dbPassword zzz", "node x.js --client_secret *** --dbPassword ***"],
  ["node x.js --auth-token=zzz --secret zzz --session-id zzz", "node x.js --auth-token=*** --secret *** --session-id ***"],
  ["node x.js --pin 1234 --otp 123456 --passphrase 1", "node x.js --pin *** --otp *** --passphrase ***"],
  ["node x.js --sas=sv=1&sig=zzz --signature zzz", "node x.js --sas=*** --signature ***"],
  ["node x.js --user=admin:hunter2 --user admin:hunter2", "node x.js --user=admin:*** --user admin:***"],
  // What stands behind a user's name has names of its own.
  ["node x.js user=a&password=zzz 'user=a password=zzz'", "node x.js user=a&password=*** 'user=a password=***'"],
  ["node x.js --data=username=a&password=zzz user=admin,pwd=zzz", "node x.js --data=username=a&password=*** user=admin,pwd=***"],
  ["curl -d 'user=a&password=zzz' http://h", "curl -d 'user=a&password=***' http://h"],
  ["node x.js '--user=a;Password=zzz;' 'login=a;password=zzz'", "node x.js '--user=a;Password=***;' 'login=a;password=***'"],
  ["node x.js name=user=a&pwd=zzz --login a&password=zzz", "node x.js name=user=a&pwd=*** --login a&password=***"],
  ["node x.js --user me --sort user=a,b=c", undefined],
  ["node x.js --auth me:hunter2 --auth zzz1", "node x.js --auth me:*** --auth ***"],
  ["node x.js --authorization Bearer zzz", "node x.js --authorization *** ***"],
  ["node x.js --cookie 'sid=zzz; a=b' --session-cookie=x", "node x.js --cookie *** --session-cookie=***"],
  ["node x.js --stripe-key zzz --licenseKey zzz", "node x.js --stripe-key *** --licenseKey ***"],
  ["node x.js -password zzz -storepass zzz", "node x.js -password *** -storepass ***"],
  ["java -Dpassword=zzz -Djavax.net.ssl.keyStorePassword=zzz", "java -Dpassword=*** -Djavax.net.ssl.keyStorePassword=***"],
  ["npm i --//registry.npmjs.org/:_authToken=zzz", "npm i --//registry.npmjs.org/:_authToken=***"],
  ["aws --aws-secret-access-key wJal/K7MDENG/bPxRfi", "aws --aws-secret-access-key ***"],
  ["node x.js --2fa-code 123456 --recovery-phrase 'a b c'", "node x.js --2fa-code *** --recovery-phrase ***"],
  ["npm config set //r/:_authToken zzz", "npm config set //r/:_authToken ***"],
  ["aws configure set aws_secret_access_key zzz", "aws configure set aws_secret_access_key ***"],
  ["app.exe /password:zzz /user:me", "app.exe /password:*** /user:me"],
  ["influx -password zzz -token zzz", "influx -password *** -token ***"],
  // Variables, also within options.
  ["env API_KEY=zzz DB_PASSWORD=x=y node x.js", "env API_KEY=*** DB_PASSWORD=*** node x.js"],
  ["MYSQL_PWD=zzz REDISCLI_AUTH=zzz PGPASSWORD=zzz GITHUB_PAT=zzz x", "MYSQL_PWD=*** REDISCLI_AUTH=*** PGPASSWORD=*** GITHUB_PAT=*** x"],
  ["TOKEN_2=zzz SECRET_BASE64=zzz password1=zzz x", "TOKEN_2=*** SECRET_BASE64=*** password1=*** x"],
  ["docker run -e API_KEY=zzz --env=TOKEN=zzz img", "docker run -e API_KEY=*** --env=TOKEN=*** img"],
  ["npm_config_//registry.npmjs.org/:_authToken=zzz npm i", "npm_config_//registry.npmjs.org/:_authToken=*** npm i"],
  ["kubectl create secret generic x --from-literal=password=zzz", "kubectl create secret generic x --from-literal=password=***"],
  // URLs and connection strings.
  ["node x.js postgres://u:p@h/db redis://:p@ss@db/1", "node x.js postgres://u:***@h/db redis://:***@db/1"],
  ["node x.js --db=mongodb+srv://u:p#/?@h/db", "node x.js --db=mongodb+srv://u:***@h/db"],
  ["node x.js http://u:p@h/ DATABASE_URL=mysql://u:p%40ss@h/db", "node x.js http://u:***@h/ DATABASE_URL=mysql://u:***@h/db"],
  ["node x.js https://h/?access_token=zzz&a=1", "node x.js https://h/?access_token=***&a=1"],
  ["node x.js https://h/?sig=z/z&sv=1#id_token=zzz", "node x.js https://h/?sig=***&sv=1#id_token=***"],
  [
    "node x.js --url=https://h/?X-Amz-Signature=zzz&X-Amz-Credential=zzz",
    "node x.js --url=https://h/?X-Amz-Signature=***&X-Amz-Credential=***",
  ],
  ["node x.js https://h/cb?code=zzz&state=yyy&key=zzz", "node x.js https://h/cb?code=***&state=***&key=***"],
  ["node x.js 'https://h/p;jsessionid=zzz?x=1'", "node x.js https://h/p;jsessionid=***?x=1"],
  ["node x.js 'Server=h;Password=my zzz;User Id=sa;'", "node x.js Server=h;Password=***;User Id=sa;"],
  ["psql 'host=h password=zzz user=me'", "psql host=h password=*** user=me"],
  ["node x.js me:hunter2@db:5432", "node x.js me:***@db:5432"],
  ["node x.js https://hooks.slack.com/services/T00000000/B00000000/zzz", "node x.js https://hooks.slack.com/services/***"],
  // JSON, headers, tokens.
  [`node x.js '{"password":"z z","n":1,"pin":1234}'`, 'node x.js {"password":"***","n":1,"pin":"***"}'],
  [
    `node x.js '{"a":{"tokens":["zzz"],"b":"{\\"secret\\":\\"zzz\\"}"}}'`,
    'node x.js {"a":{"tokens":"***","b":"{\\"secret\\":\\"***\\"}"}}',
  ],
  [`node x.js '{"password":"zzz'`, 'node x.js {"password":"***"'],
  [`node x.js "{password: 'zzz', n: 1}"`, "node x.js {password: '***', n: 1}"],
  [`node x.js '[{"name":"DB_PASSWORD","value":"zzz"}]'`, 'node x.js [{"name":"DB_PASSWORD","value":"***"}]'],
  ["node x.js -H 'Authorization: Bearer zzz'", "node x.js -H Authorization: ***"],
  ["node x.js -H Authorization: Bearer zzz -H Cookie: a=zzz", "node x.js -H Authorization: Bearer *** -H Cookie: ***"],
  ["curl -H X-Api-Key:zzz --header=x-csrf-token:zzz h", "curl -H X-Api-Key:*** --header=x-csrf-token:*** h"],
  ["http h authorization:zzz 'Bearer abc'", "http h authorization:*** Bearer ***"],
  [`node x.js ${github} --x=${stripe} x${github}`, `node x.js *** --x=*** x${github}`],
  // Short options of programs that take a secret there.
  ["mysql -phunter2 db", "mysql -p*** db"],
  ["mysql -u root -p hunter2", "mysql -u root -p ***"],
  ["sudo -u bob /usr/bin/mysqldump -phunter2 db", "sudo -u bob /usr/bin/mysqldump -p*** db"],
  ["node /usr/bin/mysql -phunter2", "node /usr/bin/mysql -p***"],
  ["docker exec -it db mysql -uroot -phunter2", "docker exec -it db mysql -uroot -p***"],
  ["docker login -u me -p hunter2", "docker login -u me -p ***"],
  ["mongosh -u me -p hunter2 --host h", "mongosh -u me -p *** --host h"],
  ["curl -u admin:hunter2 -sSU me:hunter2 -b a=zzz h", "curl -u admin:*** -sSU me:*** -b *** h"],
  ["redis-cli -a hunter2", "redis-cli -a ***"],
  ["ssh-keygen -N hunter2 -f key", "ssh-keygen -N *** -f key"],
  ["sshpass -phunter2 ssh h", "sshpass -p*** ssh h"],
  ["sqlcmd -S h -P hunter2", "sqlcmd -S h -P ***"],
  ["ldapsearch -D cn=x -w hunter2", "ldapsearch -D cn=x -w ***"],
  ["http -a me:hunter2 h", "http -a me:*** h"],
  ["smbclient -U me%hunter2 //h/s", "smbclient -U me%*** //h/s"],
  ["ab -A me:hunter2 -C sid=zzz http://h/", "ab -A me:*** -C *** http://h/"],
  ["wget --password=zzz --http-password zzz h", "wget --password=*** --http-password *** h"],
  ["openssl enc -k hunter2 -pass pass:zzz -passin env:X", "openssl enc -k *** -pass *** -passin env:X"],
  ["7z a -phunter2 a.7z", "7z a -p*** a.7z"],
])("%s", (line, kept = line) => {
  const words = maskedArguments(argv(line));
  expect(words.join(" ").replaceAll("'", "")).toBe(kept.replaceAll("'", ""));
  expect(maskedArguments(words)).toEqual(words);
});

test.each([
  [
    "a shell",
    "sh -c 'API_KEY=zzz node x.js --token zzz && mysql -phunter2 db'",
    "sh -c 'API_KEY=*** node x.js --token *** && mysql -p*** db'",
  ],
  ["its variables", "sh -c 'export TOKEN=$TOKEN; node x.js --token $TOKEN -p 80'", undefined],
  ["a shell in a shell", `bash -lc "sh -c 'node x.js --token zzz'"`, `bash -lc "sh -c 'node x.js --token ***'"`],
  ["PowerShell", `pwsh -Command "$env:TOKEN='zzz'; node x"`, 'pwsh -Command "$env:TOKEN=***; node x"'],
  ["cmd.exe", "cmd /c 'set API_KEY=zzz && node x.js'", "cmd /c 'set API_KEY=*** && node x.js'"],
  ["a command as an argument", "concurrently 'node x.js --token zzz' 'npm run y'", "concurrently 'node x.js --token ***' 'npm run y'"],
  ["quotes", `node x.js --password "my zzz" --n 'a b'`, `node x.js --password "***" --n 'a b'`],
  ["an apostrophe", "node x.js don't --token zzz isn't", "node x.js don't --token *** isn't"],
])("the line of %s", (_what, line, kept = line) => {
  expect(maskedCommandLine(line)).toBe(kept);
  expect(maskedCommandLine(kept)).toBe(kept);
});

test.each(Object.entries(publishedTokens))("a token of %s is known by its shape, wherever it stands", (_vendor, token) => {
  const args = ["node", "x.js", token, `--x=${token}`, `a ${token} b`, `https://h/${token}/x`, "-t", `is ${token}`];
  expect(maskedArguments(args)).toEqual(["node", "x.js", "***", "--x=***", "a *** b", "https://h/***/x", "-t", "is ***"]);
});

test.each([
  "next start -p 3000",
  "tsc -p tsconfig.json",
  "mkdir -p out",
  "node server.js -prod -a -u 1000",
  "node x.js --key server.key --cert ./certs/key.pem --ssl-key certs/server.key --key abc",
  "node x.js --private-key ./k.pem --credentials ./c.json --cookie cookies.txt",
  "node x.js --user-agent test --users 100 --user me --username me",
  "node x.js --tokens-per-second 5 --max-tokens 4096 --tokens 5 --token-limit 5 --n-tokens=3",
  "node x.js --author me --auth none --auth basic --authenticate --auth-type jwt",
  "node x.js --password-file /run/pw --secret-name x --token-path ./t --cookie-jar jar",
  "node x.js --session-timeout 30 --session abc --pinned --pinning x --spin 3 --key-size 2048 --keyboard de",
  "node x.js --no-auth server.js --ask-password server.js --use-token=true --require-password",
  "node x.js --sort-key name --primary-key id --cache-key abc --public-key abc --partition-key id --exclude-keys password,token",
  "node x.js --compass n --bypass x --design 1 --assign x --signal KILL --passes 2 --pass 2 --encode x --passenger me",
  "node x.js --exit-code 1 --status-code 200 --country-code de --code x",
  "docker run -u 1000:1000 --user node:node -p 127.0.0.1:80:80/tcp --name mysql -p 3306:3306 mysql",
  "docker build --secret id=npmrc,src=.npmrc .",
  "curl -u",
  "curl -u me -b cookies.txt http://h/",
  "redis-cli -p 6380 -a 123",
  "redis-cli -a ./file",
  "mysql -P 3306 -p",
  "psql -p 5432 -U me db",
  "node x.js a:b 12:30 --time 10:20:30 user@host:/path git@github.com:o/r.git mailto:a@b.c",
  "npx npm:react@18.2.0 node:20@sha256:abc jsr:@std/x x:y@1.2.3",
  "npm run auth:login -- --profile",
  "npm run token:refresh",
  "jest -t 'resets the password' --testNamePattern 'rejects --token without value'",
  "git commit -m 'password: fix --token x'",
  "node --test-name-pattern secret x.js",
  "node x.js 0123456789abcdef0123456789abcdef01234567 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "node x.js https://h/?q=token&state=open&country_code=de&author=me&design=1&page=2#top",
  "node x.js http://localhost:3000/login https://h/a@b:c",
  `node x.js --data '{"id":1,"tokens":5,"password":null,"author":"me"}'`,
  "node --env-file=.env --import tsx src/app.ts secret.js token.js password",
  "node x.js C:\\Users\\me D:/x:y",
  "PWD=/srv/app OLDPWD=/x AUTHOR=me KEYBOARD=de NODE_OPTIONS=--max-old-space-size=100 node x.js",
  "vite build --mode secret --name session",
])("nothing of %s is masked", (line) => {
  const args = argv(line);
  expect(maskedArguments(args)).toEqual(args);
  expect(maskedCommandLine(line)).toBe(line);
});

test("an existing file is not masked", () => {
  const args = ["redis-cli", "-a", "key"];
  expect(maskedArguments(args, (text) => text === "key")).toEqual(args);
});
