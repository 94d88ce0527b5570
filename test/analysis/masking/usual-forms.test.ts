import { expect, test } from "vitest";
import { maskedArguments, maskedCommandLine } from "../../../language-server/analysis/masking/masked-arguments.ts";
import { shellPieces } from "../../../language-server/analysis/masking/shell-words.ts";
import { publishedTokens } from "./published-tokens.ts";

const github = publishedTokens["GitHub classic"]!;
const stripe = publishedTokens["Stripe secret"]!;

/** Words of a line as a shell has them. */
function argv(line: string): readonly string[] {
  return shellPieces(line).flatMap((piece) => (piece.kind === "word" ? [piece.content] : []));
}

/** The usual forms of a secret in a command line. */
test.each([
  "node x.js --token=abc123",
  "node x.js --token abc123",
  "node x.js --password hunter2",
  "node x.js --api-key=k1",
  "mysql -phunter2 db",
  "mysql -u root -p hunter2",
  "curl -u admin:hunter2 http://localhost",
  "node x.js --user=admin:hunter2",
  "redis-cli -a hunter2",
  "node x.js --auth-token=zzz",
  "node x.js --secret zzz",
  "API_KEY=zzz node x.js",
  "env DB_PASSWORD=zzz node x.js",
  "node x.js postgres://u:p@h/db",
  "node x.js mongodb+srv://u:p@h/db",
  "node x.js http://u:p@h/",
  "node x.js https://h/?access_token=zzz",
  "node x.js https://h/?sig=zzz&sv=1",
  "node x.js --sas=sv=1&sig=zzz",
  `node x.js ${stripe}`,
  `node x.js ${github}`,
  'node x.js \'{"password":"zzz"}\'',
  "node x.js -H 'Authorization: Bearer zzz'",
  "node x.js --session-id zzz",
  "node x.js --dbpw hunter2",
  "git clone https://zzz4b1c0d9e8f7a6b5c4d3@git.example/x.git",
  "node x.js --pin 1234",
  "node x.js 'Server=h;Password=zzz;'",
])("the secret of %s is masked, as words and as a line", (line) => {
  const secrets = [github, stripe, "hunter2", "abc123", "zzz", "k1", "1234", "u:p@"].filter((secret) => line.includes(secret));
  expect(secrets).not.toEqual([]);
  for (const shown of [maskedArguments(argv(line)).join(" "), maskedCommandLine(line)]) {
    expect(shown).toContain("***");
    for (const secret of secrets) expect(shown).not.toContain(secret);
  }
});

test.each([
  "next start -p 3000",
  "tsc -p tsconfig.json",
  "node -p 1+1",
  "mkdir -p out",
  "node x.js --sig SIGTERM",
  "node x.js --pat '*.js'",
  "node x.js --pat 'src/**'",
  "node x.js http://127.0.0.1:3000/status?code=200",
  "git clone https://somebody@git.example/x.git",
  "node server.js -prod",
  "node x.js --key server.key",
  "node x.js --cert server.pem --key ./certs/key.pem",
  "node x.js --port 8080",
  "node x.js --user-agent test",
  "node x.js --users 100",
  "node x.js --tokens-per-second 5",
  "node x.js --author me",
  "node x.js --auth none",
  "node x.js --password-file /run/pw",
  "docker run -u 1000:1000 img",
  "node x.js -u 1000",
  "curl -u",
  "redis-cli -p 6380",
  "mysql -P 3306",
  "node x.js a:b",
  "node x.js 12:30",
  "node x.js --time 10:20:30",
  "vite --host 0.0.0.0",
  "eslint --max-warnings 0 src",
  "jest -t 'resets the password'",
  "node x.js --name session",
  "node x.js --session-timeout 30",
  "node x.js --pinned",
  "node x.js --key-size 2048",
  "node x.js 0123456789abcdef0123456789abcdef01234567",
  "node x.js http://localhost:3000/login",
  "node x.js https://h/?q=token",
  "node x.js --data '{\"id\":1}'",
  "npm run start -- --profile",
  "node --import tsx src/app.ts",
  "node x.js -a",
  "node x.js -a file.txt",
  "node --test-name-pattern secret",
  "node x.js C:\\Users\\me",
  "node x.js user@host:/path",
])("%s has no secret and stays as it is", (line) => {
  expect(maskedArguments(argv(line))).toEqual(argv(line));
  expect(maskedCommandLine(line)).toBe(line);
});
