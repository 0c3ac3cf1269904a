// Writes the generated documents. `--check` only reports whether they are fresh.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountTypesPage } from './account-types-page.ts';
import { agentActionsPage } from './agent-actions-page.ts';
import { cardPaymentsPage } from './card-payments-page.ts';
import { cliPage } from './cli-page.ts';
import { errorsPage } from './errors-page.ts';
import { opsCliPage } from './ops-cli-page.ts';
import { paymentsPage } from './payments-page.ts';

const root = join(import.meta.dirname, '..');
const pages: [name: string, render: () => string][] = [
  ['docs/account-types.md', accountTypesPage],
  ['docs/cli.md', cliPage],
  ['docs/ops.md', opsCliPage],
  ['docs/errors.md', errorsPage],
  ['docs/payments.md', paymentsPage],
  ['docs/card-payments.md', cardPaymentsPage],
  ['docs/agent-actions.md', agentActionsPage],
];

const isCheck = process.argv.includes('--check');
for (const [name, render] of pages) {
  const file = join(root, name);
  const text = render();
  const isFresh = existsSync(file) && readFileSync(file, 'utf8') === text;
  if (isFresh) continue;
  if (!isCheck) writeFileSync(file, text);
  console.log(isCheck ? `${name} is stale: run npm run docs` : `${name} written`);
  if (isCheck) process.exitCode = 1;
}
