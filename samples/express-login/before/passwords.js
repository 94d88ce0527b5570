"use strict";

const crypto = require("node:crypto");

const rounds = 10000;
const hashBytes = 512;

async function hashPassword(password, salt) {
  return crypto.pbkdf2Sync(password, salt, rounds, hashBytes, "sha512");
}

module.exports = { hashPassword };
