// `pay`: a quote and its execution.
import { amountOf } from '../amount.ts';
import { command } from '../command.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import { type Money, shownMoney } from '../money.ts';
import type { Platform } from '../platform.ts';

interface Quote {
  readonly id: string;
  readonly status: string;
  readonly transactionId: string;
}

interface Transaction {
  readonly id: string;
  readonly status: string;
  readonly failureReason?: string;
  readonly sentAmount?: Money;
  readonly receivedAmount?: Money;
}

interface Path {
  readonly from: string;
  readonly to: string;
}

export const pay = command({
  name: 'pay',
  summary: 'Pay from an internal account, by a quote that is executed immediately',
  details: [
    'Without --from and --to, it creates a customer with money and a European bank account, and pays from one to the other.',
    'The last characters of the account number select the outcome (docs/sandbox.md); "trigger --list" has them by name.',
  ],
  options: {
    from: { value: 'ACCOUNT', description: 'id of the internal account that pays' },
    to: { value: 'ACCOUNT', description: 'id of an account, or a UMA address' },
    amount: { value: 'AMOUNT', description: 'in the smallest unit of the currency that is sent; 10000 if absent' },
    receive: { description: 'the amount is what the receiver gets, in the currency of the receiver' },
  },
  examples: [
    'pay',
    'pay --from InternalAccount:019… --to ExternalAccount:019… --amount 2500',
    "pay --from InternalAccount:019… --to '$success.usd@sandbox.uma.example'",
  ],
  run: async ({ platform: connected, print, text, has }) => {
    const [from, to] = [text('from'), text('to')];
    if ((from === undefined) !== (to === undefined)) throw new UsageMistake('Pass both --from and --to, or neither.');
    const amount = { amount: amountOf(text('amount') ?? '10000'), side: has('receive') ? 'RECEIVING' : 'SENDING' };
    const platform = await connected();
    const path = from === undefined || to === undefined ? await newPath(platform) : { from, to };
    const transaction = await execute(platform, await quote(platform, path, amount));
    print.result(transaction, () => linesOf(transaction, path));
    print.next(`events list --resource ${transaction.id}`);
  },
});

/** A new customer with money, and a bank account of another person in another currency. */
async function newPath(platform: Platform): Promise<Path> {
  const customer = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };
  const { id: customerId } = await platform.post<{ id: string }>('/customers', customer);
  const { data } = await platform.get<{ data: { id: string }[] }>(
    `/customers/internal-accounts?customerId=${customerId}&currency=USD`,
  );
  const [account] = data;
  if (!account) throw new CommandFailure('The platform has no USD. Pass --from and --to.');
  await platform.post(`/sandbox/internal-accounts/${account.id}/fund`, { amount: 100_000_000 });
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };
  const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary };
  const payee = { customerId, currency: 'EUR', accountInfo };
  const { id } = await platform.post<{ id: string }>('/customers/external-accounts', payee);
  return { from: account.id, to: id };
}

async function quote(platform: Platform, { from, to }: Path, { amount, side }: { amount: number; side: string }): Promise<Quote> {
  const isUma = to.startsWith('$');
  const lookup = isUma && (await platform.get<{ lookupId: string }>(`/receiver/uma/${encodeURIComponent(to)}`));
  return platform.post('/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: isUma ? { destinationType: 'UMA_ADDRESS', umaAddress: to } : { destinationType: 'ACCOUNT', accountId: to },
    ...(lookup && { lookupId: lookup.lookupId }),
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
  });
}

async function execute(platform: Platform, { id, transactionId }: Quote): Promise<Transaction> {
  await platform.post(`/quotes/${id}/execute`);
  return platform.get(`/transactions/${transactionId}`);
}

function linesOf({ id, status, failureReason, sentAmount, receivedAmount }: Transaction, { from, to }: Path): string[] {
  const amounts = [sentAmount, receivedAmount].filter((money) => money !== undefined).map(shownMoney);
  return [`${id}  ${[status, failureReason].filter(Boolean).join(' ')}  ${amounts.join(' -> ')}`, `from ${from}`, `to   ${to}`];
}
