import { expect, test } from "vitest";
import { maskedArguments } from "../../language-server/history/masked-arguments.ts";

test.each([
  ["node app.js --token=abc --port 80", "node app.js --token=*** --port 80"],
  ["app --password hunter2 --verbose", "app --password *** --verbose"],
  ["app --password --verbose", "app --password --verbose"],
  ["env API_KEY=abc DB_PASSWORD=x=y node app.js", "env API_KEY=*** DB_PASSWORD=*** node app.js"],
  ["app postgres://me:pw@db/x https://host/a?b=c", "app postgres://me:***@db/x https://host/a?b=***"],
  ["app --url=https://host/a?key=s3&n=1#top a?b=c", "app --url=https://host/a?key=***&n=***#top a?b=c"],
  ["app SECRET_KEY=abc --session-cookie=x --authorization Bearer", "app SECRET_KEY=*** --session-cookie=*** --authorization ***"],
  ["app redis://:p@ss@db/1 me:pw@db:5432 a:b x@1.2", "app redis://:***@db/1 me:***@db:5432 a:b x@1.2"],
  ["node --max-old-space-size=100 author=me tokens.js", "node --max-old-space-size=100 author=me tokens.js"],
])("%s is stored as %s", (line, kept) => {
  expect(maskedArguments(line.split(" ")).join(" ")).toBe(kept);
});

test.each([
  ["PORT=1 API_TOKEN=abc node app.js --password 'my own' --port 80", "PORT=1 API_TOKEN=*** node app.js --password *** --port 80"],
  ["node app.js --token --verbose; tokens=3 node postgres://me:pw@db", "node app.js --token --verbose; tokens=3 node postgres://me:***@db"],
])("the command line of a shell, which is one argument, %s is stored as %s", (line, kept) => {
  expect(maskedArguments(["sh", "-c", line])).toEqual(["sh", "-c", kept]);
});
