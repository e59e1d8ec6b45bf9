// petstock completion: the script with which a shell completes petstock's command lines. It asks the program itself
// (complete.ts), by the name that was typed, and so always matches its version.

import { Argument, Command } from "commander";
import { type Context, printData } from "./context.ts";

/** Bash splits --option=value at "=" itself; zsh and fish need the part before it. compopt needs bash 4. */
const SCRIPTS = {
  bash: `# bash completion for petstock
_petstock() {
  local current=\${COMP_WORDS[COMP_CWORD]} value
  [[ $current == "=" ]] && current=
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    if [[ $value == :files ]]; then
      compopt -o default 2>/dev/null
    elif [[ $value == "$current"* ]]; then
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _petstock petstock
`,
  zsh: `#compdef petstock
_petstock() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ $PREFIX == --*=* ]] && compset -P '*='
    if [[ $line == :files ]]; then
      _files
    elif [[ -n $line ]]; then
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#candidates} )) && _describe petstock candidates
}
if [[ \${funcstack[1]} == _petstock ]]; then _petstock "$@"; else compdef _petstock petstock; fi
`,
  fish: `# fish completion for petstock
function __petstock_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l program $words[1]
  set -e words[1]
  set -l prefix (string match -r -- '^--[^=]*=' $current)
  for line in ($program __complete -- $words "$current" 2>/dev/null)
    if test "$line" = :files
      for path in (__fish_complete_path (string replace -- "$prefix" '' $current))
        echo "$prefix$path"
      end
    else
      echo "$prefix$line"
    end
  end
end
complete -c petstock -f -a '(__petstock_complete)'
`,
} as const;

type Shell = keyof typeof SCRIPTS;

export function completionCommand(context: Context): Command {
  return new Command("completion")
    .description("print the script with which a shell completes petstock's commands, options and values")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => printData(context, SCRIPTS[shell]));
}
