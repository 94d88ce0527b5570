import { type CompletedCommand, globalOptions, listRefs, type OptionValue } from "./completed-commands.ts";

/** For `source`, and as a file in $fpath. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef heatline
# Completions of heatline for Zsh
_heatline_refs() {
  compadd "$@" -- \${(f)"$(${listRefs})"}
}
_heatline() {
  if ((CURRENT == 2)); then
    local -a commands
    commands=(
${commands.map(({ name, about }) => `      ${quoted(`${name}:${about.replaceAll(":", "\\:")}`)}`).join("\n")}
    )
    _describe -t commands command commands
    compadd -- ${globalOptions.join(" ")}
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
  case "$command" in
${commands.map(caseOf).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_heatline" ]; then
  _heatline "$@"
else
  compdef _heatline heatline
fi
`;
}

function caseOf({ name, options, operands }: CompletedCommand): string {
  const specs = options.flatMap((option) => {
    const action = actionOf(option.value);
    const repeated = option.isRepeatable ? "*" : "";
    return [
      `${repeated}--${option.name}${option.value === "none" ? "" : "="}${action}`,
      ...(option.short === undefined ? [] : [`${repeated}-${option.short}${action}`]),
    ];
  });
  const rest = operands === "program" ? ["*:::program:_normal"] : operands === undefined ? [] : [`*${actionOf(operands)}`];
  // What follows -- is the program with its own options.
  return `    ${name})
      _arguments -S \\
${[...specs, ...rest].map((spec) => `        ${quoted(spec)}`).join(" \\\n")}
      ;;`;
}

function actionOf(value: OptionValue): string {
  if (value === "none") return "";
  if (value === "any") return ":value: ";
  if (value === "ref") return ":ref:_heatline_refs";
  return value === "path" ? ":file:_files" : `:value:(${value.join(" ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
