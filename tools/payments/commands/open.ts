// `open`: pages of the installation in a browser.
import { spawn } from 'node:child_process';
import { command } from '../command.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import type { Host } from '../host.ts';
import { unknown } from '../parse.ts';

/** Paths by name. */
const pages = new Map([
  ['start', '/'],
  ['explorer', '/docs'],
  ['console', '/console'],
  ['guides', '/docs/guides'],
  ['sandbox', '/docs/guides/sandbox'],
  ['errors', '/docs/guides/errors'],
  ['openapi', '/openapi.json'],
]);

export const open = command({
  name: 'open',
  summary: 'Open a page of the installation in the browser',
  parameters: [
    {
      name: 'page',
      description: `${[...pages.keys()].join(', ')}, or a path such as /docs/guides/webhooks; start if absent`,
      isOptional: true,
      values: () => [...pages.keys()],
    },
  ],
  options: { print: { description: 'only print the address' } },
  examples: ['open', 'open explorer', 'open sandbox --print'],
  run: async ({ platform, print, has, host, parameters: [page = 'start'] }) => {
    const path = page.startsWith('/') ? page : pages.get(page);
    if (path === undefined) throw new UsageMistake(unknown({ kind: 'page', given: page, known: [...pages.keys()] }));
    const url = `${(await platform()).connection.origin}${path}`;
    print.result({ url }, () => [url]);
    if (!has('print')) await openInBrowser(url, host);
  },
});

/** `BROWSER`, or the default browser of the system. */
async function openInBrowser(url: string, { environment }: Host): Promise<void> {
  const [program = '', ...rest] = openerOf(environment.BROWSER);
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, [...rest, url], { stdio: 'ignore', detached: true });
  child.once('spawn', resolve).once('error', reject).unref();
  await opened.catch((cause: unknown) => {
    throw new CommandFailure(`"${program}" could not be started. Set BROWSER to your browser.`, { cause });
  });
}

function openerOf(browser: string | undefined): string[] {
  if (browser) return [browser];
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
