import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { shown } from '../options/values.ts'
import type { Invocation } from './command.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/** Asks for candidates; the completion scripts are the only ones who write it. */
export const completeOption = '--complete'

/** Written for the bash of macOS as well, which is of 2007. */
const bash = `# Completion of hub-conformance for bash:
#   eval "$(hub-conformance completion bash)"     in ~/.bashrc
_hub_conformance() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <("$1" ${completeOption} bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # A format is followed by a file.
  if [[ \${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _hub_conformance hub-conformance
`

const zsh = `#compdef hub-conformance
# Completion of hub-conformance for zsh:
#   eval "$(hub-conformance completion zsh)"      in ~/.zshrc, after compinit
_hub_conformance() {
  local -a found
  local line
  while IFS= read -r line; do
    found+=("$line")
  done < <("\${words[1]}" ${completeOption} zsh "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    if [[ $found[1] == *= ]]; then _describe hub-conformance found -S ''; else _describe hub-conformance found; fi
  else
    compset -P '*='
    _files
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _hub_conformance "$@"; else compdef _hub_conformance hub-conformance; fi
`

const fish = `# Completion of hub-conformance for fish:
#   hub-conformance completion fish | source      in ~/.config/fish/config.fish
function __hub_conformance
  set -l words (commandline -opc)
  set -l found ($words[1] ${completeOption} fish $words[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c hub-conformance -f -a '(__hub_conformance)'
`

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }

export const completion = async ({ positionals, io }: Invocation): Promise<ExitCode> => {
  const given = positionals.shell ?? ''
  const shell = shells.find(known => known === given)
  if (shell === undefined)
    throw new UsageError(`unknown shell ${shown(given)}${suggestion(given, shells)} (${shells.join(', ')})`)
  io.stdout.write(scripts[shell])
  return exitCodes.conformant
}
