import { currentPlatform } from "./current-platform.ts";

/** What the session's `node` runs and adds. */
export interface NodeShimPlan {
  readonly nodePath: string;
  /** Arguments that it adds. */
  readonly nodeArgs: readonly string[];
  /** Arguments that it also adds for an app under Node's permission model. */
  readonly accessArgs: readonly string[];
  /** Programs of package managers, which start the app but are not part of it: as a pattern of the shell's `case`, and as file names. */
  readonly packageManagers: { readonly shellCases: string; readonly files: readonly string[] };
}

/** The session's `node`: a script that adds arguments to everything but package managers. */
export function nodeShim(
  plan: NodeShimPlan,
  platform: NodeJS.Platform = currentPlatform,
): { readonly name: string; readonly text: string } {
  return platform === "win32" ? { name: "node.cmd", text: commandScript(plan) } : { name: "node", text: shellScript(plan) };
}

function shellScript({ nodePath, nodeArgs, accessArgs, packageManagers }: NodeShimPlan): string {
  return `#!/bin/sh
case "\${1##*/}" in
  ${packageManagers.shellCases}) exec ${inShell(nodePath)} "$@" ;;
esac
access=
for arg do
  shift
  case "$arg" in
    --inspect-brk|--inspect-brk=*) arg="--inspect\${arg#--inspect-brk}" ;;
    --inspect-wait|--inspect-wait=*) arg="--inspect\${arg#--inspect-wait}" ;;
    --permission|--experimental-permission) access=1 ;;
  esac
  set -- "$@" "$arg"
done
[ -z "$access" ] || set -- ${accessArgs.map(inShell).join(" ")} "$@"
exec ${inShell(nodePath)} ${nodeArgs.map(inShell).join(" ")} "$@"
`;
}

function commandScript({ nodePath, nodeArgs, packageManagers }: NodeShimPlan): string {
  const node = inCommandScript(nodePath);
  const lines = [
    "@echo off",
    "setlocal",
    `for %%I in (${packageManagers.files.join(" ")}) do if /i "%~nx1"=="%%I" goto plain`,
    `${node} ${nodeArgs.map(inCommandScript).join(" ")} %*`,
    "exit /b %errorlevel%",
    ":plain",
    `${node} %*`,
    "exit /b %errorlevel%",
    "",
  ];
  return lines.join("\r\n");
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A batch script expands text between two per cent signs, even inside quotes. */
function inCommandScript(text: string): string {
  return `"${text.replaceAll("%", "%%")}"`;
}
