#!/usr/bin/env node
import path from "node:path";
import { isatty } from "node:tty";
import { currentPlatform } from "../platform/current-platform.ts";
import { unusableOwnFile } from "../platform/installation/unusable-own-file.ts";
import type { Locale } from "../texts/locale.ts";
import { keepCompiledCode } from "../platform/private/code-cache.ts";
import { runCompiled } from "./compiled-script.ts";
import { localeOfTerminal } from "./words/terminal-locale.ts";

const file = path.join(__dirname, "command-line.js");

const oldestMajor = 20;

/** Not in `texts/bundles/`, which this file does not load. */
const tooOld: Readonly<Record<Locale, string>> = {
  en: `heatline needs Node.js ${oldestMajor} or later, and this is ${process.versions.node}. The app that it records may run on Node.js 18`,
  ru: `heatline требуется Node.js ${oldestMajor} или новее, а это ${process.versions.node}. Записываемое приложение может работать на Node.js 18`,
  "zh-cn": `heatline 需要 Node.js ${oldestMajor} 或更高版本，而当前版本是 ${process.versions.node}。被记录的应用可以在 Node.js 18 上运行`,
};

/** As `own.fileUnusable` says it, for the file that has the texts. */
const incomplete: Readonly<Record<Locale, string>> = {
  en: `${file} is missing or damaged: Heatline is being updated, or its installation is incomplete. Try again; if that does not help, install Heatline again.`,
  ru: `Файл ${file} отсутствует или повреждён: Heatline обновляется или установлен не полностью. Повторите попытку; если не поможет, установите Heatline заново.`,
  "zh-cn": `${file} 缺失或已损坏：Heatline 正在更新，或安装不完整。请重试；如果仍然不行，请重新安装 Heatline。`,
};

/** Must run on any Node version, unlike the bundle that it starts, to report an unsupported one. */
function main(): void {
  if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
    process.stderr.write(`${tooOld[localeOfTerminal(process.env, currentPlatform)]}: heatline record -- PATH-OF-NODE-18 app.js\n`);
    process.exitCode = 2;
    return;
  }
  try {
    keepCompiledCode();
    if (process.argv[2] === "mcp" && !isatty(0) && startsServer()) return;
    runCompiled(file, { exports, require, module });
  } catch (error) {
    if (unusableOwnFile(error, __dirname) !== file) throw error;
    process.stderr.write(`heatline: ${incomplete[localeOfTerminal(process.env, currentPlatform)]}\n`);
    process.exitCode = 1;
  }
}

/**
 * Whether the MCP server started: agents wait for its first answer, and nothing of the other commands is needed for that. What is wrong
 * with its options, its help, and what it waits for on a terminal is said by the command line.
 */
function startsServer(): boolean {
  try {
    require(path.join(__dirname, "mcp.js"));
    return true;
  } catch (error) {
    if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) return false;
    throw error;
  }
}

main();
