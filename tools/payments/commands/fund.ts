// `fund`: adds money to an internal account of a sandbox.
import { amountOf } from '../amount.ts';
import { command } from '../command.ts';
import { dryRunOption, inDryRun } from '../dry-run.ts';
import { CommandFailure } from '../failures.ts';
import { type Money, shownMoney } from '../money.ts';
import type { Platform } from '../platform.ts';

interface Account {
  readonly id: string;
  readonly balance: Money;
}

export const fund = command({
  name: 'fund',
  summary: 'Add money to an internal account, by a simulated deposit',
  parameters: [
    { name: 'account', description: 'id of an internal account, or of a customer with --currency' },
    { name: 'amount', description: 'in the smallest unit: 10000 is USD 100.00' },
  ],
  options: { currency: { value: 'CODE', description: 'which account of a customer' }, 'dry-run': dryRunOption },
  examples: [
    'fund InternalAccount:019… 10000',
    'fund Customer:019… 10000 --currency USD',
    'fund InternalAccount:019… 10000 --dry-run',
  ],
  run: async ({ platform: connected, print, text, has, parameters: [account = '', amount = ''] }) => {
    const body = { amount: amountOf(amount) };
    const isDry = has('dry-run');
    const platform = isDry ? inDryRun(await connected()) : await connected();
    const id = account.startsWith('Customer:') ? await accountOf(platform, account, text('currency')) : account;
    const funded = await platform.post<Account>(`/sandbox/internal-accounts/${id}/fund`, body);
    print.result(funded, () => [`${funded.id} ${isDry ? 'would have' : 'has'} ${shownMoney(funded.balance)}.`]);
    print.next(isDry ? `fund ${funded.id} ${body.amount}` : `pay --from ${funded.id} --to <account>`);
  },
});

async function accountOf(platform: Platform, customerId: string, currency: string | undefined): Promise<string> {
  const query = new URLSearchParams({ customerId, ...(currency !== undefined && { currency }) });
  const { data } = await platform.get<{ data: Account[] }>(`/customers/internal-accounts?${query}`);
  const [only, ...others] = data;
  if (only && others.length === 0) return only.id;
  const known = data.map(({ balance }) => balance.currency.code).join(', ');
  throw new CommandFailure(
    known ? `${customerId} has several accounts. Pass --currency: ${known}.` : `${customerId} has no such account.`,
  );
}
