"use strict";

const crypto = require("node:crypto");
const { hashPassword } = require("./passwords");

/** The users of this process, by name. They are gone when it ends. */
const users = new Map();

async function addUser(username, password) {
  const salt = crypto.randomBytes(128);
  const hash = await hashPassword(password, salt);
  users.set(username, {
    username,
    salt,
    hash,
    since: new Date().toISOString(),
  });
}

function findUser(username) {
  return users.get(username);
}

async function checkPassword(user, password) {
  const hash = await hashPassword(password, user.salt);
  return crypto.timingSafeEqual(hash, user.hash);
}

module.exports = { addUser, checkPassword, findUser };
