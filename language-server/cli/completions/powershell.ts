import { type CompletedCommand, globalOptions, typed } from "./completed-commands.ts";

/** Windows PowerShell 5.1 and PowerShell 7. Where it offers nothing, PowerShell itself offers files and folders. */
export function powershellScript(commands: readonly CompletedCommand[]): string {
  return `# Completions of heatline for PowerShell
Register-ArgumentCompleter -Native -CommandName heatline -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${commands.map(entryOf).join("\n")}
  }
  $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  if ($before.Count -lt 2) {
    $words = @(${[...commands.map(({ name }) => name), ...globalOptions].map(quoted).join(", ")})
  } elseif ($before -contains '--' -or -not $commands.ContainsKey($before[1])) {
    return
  } else {
    $command = $commands[$before[1]]
    $previous = $before[$before.Count - 1]
    if ($command.Values.ContainsKey($previous)) {
      $words = $command.Values[$previous]
    } elseif ("$wordToComplete".StartsWith('-')) {
      $words = $command.Options
    } else {
      $words = $command.Operands
    }
  }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function entryOf({ name, options, operands }: CompletedCommand): string {
  const values = options
    .filter(({ value }) => value !== "none")
    .flatMap((option) => typed(option).map((each) => `${quoted(each)} = ${list(typeof option.value === "string" ? [] : option.value)}`));
  return `    ${quoted(name)} = @{
      Options = ${list([...options.flatMap(typed), ...(operands === "program" ? ["--"] : [])])}
      Values = @{ ${values.join("; ")} }
      Operands = ${list(typeof operands === "object" ? operands : [])}
    }`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
