import { type CompletedCommand, globalOptions, listRefs, type OptionValue } from "./completed-commands.ts";

/** fish 3. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  return `# Completions of heatline for fish
function __heatline_at
    set -l words (commandline -opc)
    contains -- -- $words; and return 1
    if test (count $words) -lt 2
        test -z "$argv[1]"
    else
        test "$words[2]" = "$argv[1]"
    end
end
function __heatline_after_dashes
    contains -- -- (commandline -opc)
end
complete -c heatline -f
${commands.map(({ name, about }) => `complete -c heatline -n '__heatline_at ""' -a ${name} -d ${quoted(about)}`).join("\n")}
${globalOptions.map((name) => `complete -c heatline -n '__heatline_at ""' -l ${name.slice(2)}`).join("\n")}
${commands.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ name, options, operands }: CompletedCommand): readonly string[] {
  const start = `complete -c heatline -n '__heatline_at ${name}'`;
  return [
    ...options.map((option) => {
      const short = option.short === undefined ? "" : ` -s ${option.short}`;
      return `${start} -l ${option.name}${short}${valueOf(option.value)}`;
    }),
    ...(operands === "path" ? [`${start} -F`] : []),
    ...(typeof operands === "object" ? [`${start} -a ${quoted(operands.join(" "))}`] : []),
    ...(operands === "program" ? [`complete -c heatline -n __heatline_after_dashes -F -a '(__fish_complete_command)'`] : []),
  ];
}

function valueOf(value: OptionValue): string {
  if (value === "none") return "";
  if (value === "any") return " -x";
  if (value === "ref") return ` -x -a ${quoted(`(${listRefs})`)}`;
  return value === "path" ? " -r -F" : ` -x -a ${quoted(value.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
