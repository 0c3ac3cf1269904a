// `completion`: makes a shell complete commands, options and values.
import { join } from 'node:path';
import { command } from '../command.ts';
import { UsageMistake } from '../failures.ts';
import { unknown } from '../parse.ts';

const launcher = join(import.meta.dirname, '../payments.mjs');

/** Each also defines the command `payments`, so that it can be used without npx. */
const scripts = new Map([
  [
    'bash',
    `payments() { node '${launcher}' "$@"; }
_payments() {
  local IFS=$'\\n'
  COMPREPLY=($(node '${launcher}' complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}"))
}
complete -o default -F _payments payments
`,
  ],
  [
    'zsh',
    `payments() { node '${launcher}' "$@" }
_payments() { compadd -- \${(f)"$(node '${launcher}' complete -- "\${(@)words[2,CURRENT]}")"} }
compdef _payments payments
`,
  ],
  [
    'fish',
    `function payments; node '${launcher}' $argv; end
complete -c payments -f -a "(node '${launcher}' complete -- (commandline -opc)[2..] (commandline -ct))"
`,
  ],
]);

export const completion = command({
  name: 'completion',
  summary: 'Print a script that makes a shell complete commands, and defines the command payments',
  parameters: [{ name: 'shell', description: [...scripts.keys()].join(', '), values: () => [...scripts.keys()] }],
  examples: ['completion bash', 'completion zsh'],
  run: async ({ print, parameters: [shell = ''] }) => {
    const script = scripts.get(shell);
    if (script === undefined) throw new UsageMistake(unknown({ kind: 'shell', given: shell, known: [...scripts.keys()] }));
    print.result({ script }, () => [script.trimEnd()]);
  },
});
