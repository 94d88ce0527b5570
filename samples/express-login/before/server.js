"use strict";

const express = require("express");
const { addUser, checkPassword, findUser } = require("./users");

const app = express();
app.disable("x-powered-by");

app.get("/newUser", async (request, response) => {
  const { username, password } = credentials(request.query);
  const known = findUser(username);
  if (!username || !password) {
    response.status(400).json({ error: "username and password are needed" });
  } else if (known && !(await checkPassword(known, password))) {
    response.status(409).json({ error: `user ${username} exists` });
  } else {
    if (!known) await addUser(username, password);
    response.json({ username });
  }
});

app.get("/auth", async (request, response) => {
  const { username, password } = credentials(request.query);
  const user = findUser(username);
  if (user && (await checkPassword(user, password))) {
    response.json({ username, since: user.since });
  } else {
    response.status(401).json({ error: "wrong username or password" });
  }
});

const server = app.listen(process.env.PORT ?? 3102, "127.0.0.1", () => {
  console.log(
    `express-login listening on http://127.0.0.1:${server.address().port}`,
  );
});

/** Only letters, digits, dots, dashes and underscores stay in a name; anything but a string counts as missing. */
function credentials(query) {
  const username =
    typeof query.username === "string"
      ? query.username.replace(/[^\w.-]/g, "")
      : "";
  const password = typeof query.password === "string" ? query.password : "";
  return { username, password };
}
