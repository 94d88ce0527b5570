import { type CompletedCommand, globalOptions, listRefs, typed } from "./completed-commands.ts";

/** Bash 3.2 and later. Where it offers nothing, Bash itself offers files and folders. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  return `# Completions of heatline for Bash
_heatline_refs() {
  local name
  # A list of words would be expanded as a command line, and the name of a branch may be one.
  while IFS= read -r name; do
    if [[ "$name" == "$1"* ]]; then
      printf -v name %q "$name"
      COMPREPLY+=("$name")
    fi
  done < <(${listRefs})
}
_heatline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}" words="" at
  COMPREPLY=()
  # Bash takes "--name=value" as three words.
  if [ "$current" = "=" ]; then
    current=""
  elif [ "$previous" = "=" ]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${[...commands.map(({ name }) => name), ...globalOptions].join(" ")}"
  else
    for ((at = 2; at < COMP_CWORD; at++)); do
      if [ "\${COMP_WORDS[at]}" = "--" ]; then
        if [ "$previous" = "--" ]; then COMPREPLY=($(compgen -A command -- "$current")); fi
        return
      fi
    done
    case "$command" in
${commands.map(caseOf).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _heatline heatline
`;
}

function caseOf({ name, options, operands }: CompletedCommand): string {
  const choices = options.flatMap((option) =>
    typeof option.value === "string" ? [] : [`          ${typed(option).join(" | ")}) words="${option.value.join(" ")}" ;;`],
  );
  const refs = options.filter(({ value }) => value === "ref").flatMap(typed);
  const others = options.filter(({ value }) => value === "any" || value === "path").flatMap(typed);
  return `      ${name})
        case "$previous" in
${choices.join("\n")}${choices.length > 0 ? "\n" : ""}${refs.length > 0 ? `          ${refs.join(" | ")}) _heatline_refs "$current"; return ;;\n` : ""}${others.length > 0 ? `          ${others.join(" | ")}) return ;;\n` : ""}          *)
            case "$current" in
              -*) words="${[...options.flatMap(typed), ...(operands === "program" ? ["--"] : [])].join(" ")}" ;;
              *) words="${typeof operands === "object" ? operands.join(" ") : ""}" ;;
            esac
            ;;
        esac
        ;;`;
}
