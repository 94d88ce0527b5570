import { currentPlatform } from "./current-platform.ts";

/** What the session's `node` runs and adds. */
export interface NodeShimPlan {
  readonly nodePath: string;
  /** Arguments that it adds. */
  readonly nodeArgs: readonly string[];
  /** Arguments that it also adds for an app under Node's permission model. */
  readonly accessArgs: readonly string[];
  /** Programs of package managers, which start the app but are not part of it, as a pattern of the shell's `case`. */
  readonly packageManagers: string;
  /** A file that is there as long as the arguments are to be added. */
  readonly description: string;
  /** Where V8 is to write: if it cannot, it would write to the app's stdout. */
  readonly logs: string;
}

/**
 * The session's `node`: a script that adds arguments to everything but package managers. None on Windows: a command script reads its
 * arguments once more, which they are not quoted for, so text in them could run. There Node starts itself again (`in-app/start-again.ts`).
 */
export function nodeShim(plan: NodeShimPlan, platform: NodeJS.Platform = currentPlatform): string | undefined {
  return platform === "win32" ? undefined : shellScript(plan);
}

function shellScript({ nodePath, nodeArgs, accessArgs, packageManagers, description, logs }: NodeShimPlan): string {
  return `#!/bin/sh
case "\${1##*/}" in
  ${packageManagers}) exec ${inShell(nodePath)} "$@" ;;
esac
if [ ! -e ${inShell(description)} ] || [ ! -w ${inShell(logs)} ]; then
  exec ${inShell(nodePath)} "$@"
fi
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

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
