"use strict";

const crypto = require("node:crypto");
const { promisify } = require("node:util");

const rounds = 10000;
const hashBytes = 512;
const pbkdf2 = promisify(crypto.pbkdf2);

async function hashPassword(password, salt) {
  return pbkdf2(password, salt, rounds, hashBytes, "sha512");
}

module.exports = { hashPassword };
