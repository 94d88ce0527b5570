import { packageManagerFiles } from "../in-app/package-managers.ts";

/** The session's `node` for cmd.exe: adds arguments, except to package managers, which start the app and are none of it. */
export function nodeCommandScript(nodePath: string, nodeArgs: readonly string[]): string {
  const node = inScript(nodePath);
  const lines = [
    "@echo off",
    "setlocal",
    `for %%I in (${packageManagerFiles.join(" ")}) do if /i "%~nx1"=="%%I" goto plain`,
    `${node} ${nodeArgs.map(inScript).join(" ")} %*`,
    "exit /b %errorlevel%",
    ":plain",
    `${node} %*`,
    "exit /b %errorlevel%",
    "",
  ];
  return lines.join("\r\n");
}

/** A script expands what stands between two per cent signs, also between quotes. */
function inScript(text: string): string {
  return `"${text.replaceAll("%", "%%")}"`;
}
