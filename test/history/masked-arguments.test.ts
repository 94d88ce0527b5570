import { expect, test } from "vitest";
import { maskedArguments } from "../../language-server/history/masked-arguments.ts";

test.each([
  ["node app.js --token=abc --port 80", "node app.js --token=*** --port 80"],
  ["app --password hunter2 --verbose", "app --password *** --verbose"],
  ["app --password --verbose", "app --password --verbose"],
  ["env API_KEY=abc DB_PASSWORD=x=y node app.js", "env API_KEY=*** DB_PASSWORD=*** node app.js"],
  ["app postgres://me:pw@db/x https://host/a?b=c", "app postgres://me:***@db/x https://host/a?b=***"],
  ["app --url=https://host/a?key=s3&n=1#top a?b=c", "app --url=https://host/a?key=***&n=***#top a?b=c"],
  ["node --max-old-space-size=100 author=me tokens.js", "node --max-old-space-size=100 author=me tokens.js"],
])("%s is stored as %s", (line, kept) => {
  expect(maskedArguments(line.split(" ")).join(" ")).toBe(kept);
});
