/**
 * What each shell reads, by its name: it asks `PROGRAM completion words WORD… BEGUN` with what was typed. Words are
 * handed on as they are and never run. Where the program names none, bash and zsh name files; fish always does.
 */
export const completionScripts: ReadonlyMap<string, (program: string) => string> = new Map([
  [
    'bash',
    (program: string) => `_${identifier(program)}() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _${identifier(program)} ${program}`,
  ],
  [
    'zsh',
    (program: string) => `#compdef ${program}
_${identifier(program)}() {
  local -a lines
  lines=(\${(f)"$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#lines} )); then compadd -- "\${(@)lines%%$'\\t'*}"; else _files; fi
}
compdef _${identifier(program)} ${program}`,
  ],
  [
    'fish',
    (program: string) =>
      `complete -c ${program} -a '(${program} completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
  ],
]);

const identifier = (program: string): string => program.replaceAll(/\W/g, '_');
