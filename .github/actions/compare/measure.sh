#!/usr/bin/env bash
# Measures, and writes comment.md and heatline.sarif into a folder of the job's, and the job's summary.
set -euo pipefail

folder="$RUNNER_TEMP/heatline${INPUT_ID:+-$INPUT_ID}"
if [[ ! "$INPUT_ID" =~ ^[A-Za-z0-9._-]{0,40}$ ]]; then
  echo "::error::The id may have letters, digits, dots, dashes and underscores only, up to 40."
  exit 2
fi
rm -rf "$folder"
mkdir -p "$folder"

# `npx --yes heatline`, and the options, one a line. An empty array has no value in the bash of macOS.
read -r -a heatline <<< "$HEATLINE_COMMAND"
options=()
while IFS= read -r option; do
  if [ -n "$option" ]; then options+=("$option"); fi
done <<< "$INPUT_OPTIONS"

if [ -n "$INPUT_BEFORE" ]; then
  arguments=(compare "$INPUT_BEFORE" "$INPUT_AFTER" ${options[@]+"${options[@]}"})
else
  base="$INPUT_BASE"
  if [ -z "$base" ]; then
    # What checkout merged the pull request into; else where its branch began.
    if [ -n "$PR_HEAD" ] && [ "$(git rev-parse --verify --quiet 'HEAD^2' || true)" = "$PR_HEAD" ]; then
      base="$(git rev-parse 'HEAD^1')"
    elif [ -n "$PR_BASE" ]; then
      base="$(git merge-base "$PR_BASE" HEAD)"
    else
      base="HEAD~1"
    fi
  fi
  arguments=(bench --base "$base" --head "$INPUT_HEAD" ${options[@]+"${options[@]}"})
  while IFS= read -r request; do
    if [ -n "$request" ]; then arguments+=(--load "$request"); fi
  done <<< "$INPUT_LOAD"
  if [ -n "$INPUT_ROUNDS" ]; then arguments+=(--rounds "$INPUT_ROUNDS"); fi
  if [ -n "$INPUT_BUDGETS" ]; then arguments+=(--budgets "$INPUT_BUDGETS"); fi
  if [ -n "$INPUT_COMMAND" ]; then
    # The command that the workflow's author wants to be run, with its quotes.
    eval "words=($INPUT_COMMAND)"
    arguments+=(-- "${words[@]}")
  fi
fi

# Its own options come before the app's command.
code=0
"${heatline[@]}" "${arguments[0]}" --format markdown --sarif "$folder/heatline.sarif" "${arguments[@]:1}" > "$folder/comment.md" || code=$?
if [ "$code" != 0 ] && [ "$code" != 3 ]; then
  echo "::error::heatline ${arguments[0]} ended with $code."
  exit "$code"
fi
if [ -n "$INPUT_ID" ]; then
  # The id belongs to the line by which the comment is found again.
  { IFS= read -r first; printf '%s\n' "${first% -->} $INPUT_ID -->"; cat; } < "$folder/comment.md" > "$folder/comment.tmp"
  mv "$folder/comment.tmp" "$folder/comment.md"
fi
cat "$folder/comment.md" >> "$GITHUB_STEP_SUMMARY"
{
  echo "folder=$folder"
  if [ "$code" = 3 ]; then echo "over=true"; else echo "over=false"; fi
} >> "$GITHUB_OUTPUT"
