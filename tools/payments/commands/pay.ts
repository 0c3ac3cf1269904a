// `pay`: a quote and its execution.
import { amountOf } from '../amount.ts';
import { command } from '../command.ts';
import { dryRunOption, inDryRun } from '../dry-run.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import { type Money, shownMoney } from '../money.ts';
import type { Platform } from '../platform.ts';
import type { Printer } from '../printer.ts';

interface Quote {
  readonly status: string;
  readonly transactionId: string;
  readonly totalSendingAmount: number;
  readonly sendingCurrency: Money['currency'];
  readonly totalReceivingAmount: number;
  readonly receivingCurrency: Money['currency'];
  readonly feesIncluded: number;
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

interface Amount {
  readonly amount: number;
  readonly side: 'SENDING' | 'RECEIVING';
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
    'dry-run': dryRunOption,
  },
  examples: [
    'pay',
    'pay --from InternalAccount:019… --to ExternalAccount:019… --amount 2500',
    'pay --from InternalAccount:019… --to ExternalAccount:019… --dry-run',
    "pay --from InternalAccount:019… --to '$success.usd@sandbox.uma.example'",
  ],
  run: async ({ platform: connected, print, text, has }) => {
    const [from, to] = [text('from'), text('to')];
    if ((from === undefined) !== (to === undefined)) throw new UsageMistake('Pass both --from and --to, or neither.');
    const path = from === undefined || to === undefined ? undefined : { from, to };
    const amount: Amount = { amount: amountOf(text('amount') ?? '10000'), side: has('receive') ? 'RECEIVING' : 'SENDING' };
    if (!has('dry-run')) return payNow(await connected(), { path, amount, print });
    if (!path) throw new UsageMistake('A dry run requires --from and --to.');
    const quote = await execute(inDryRun(await connected()), path, amount);
    print.result(quote, () => linesOfDryRun(quote, path));
    print.next(`pay --from ${path.from} --to '${path.to}' --amount ${amount.amount}${has('receive') ? ' --receive' : ''}`);
  },
});

interface Payment {
  /** Absent: a new one. */
  readonly path: Path | undefined;
  readonly amount: Amount;
  readonly print: Printer;
}

async function payNow(platform: Platform, { path: known, amount, print }: Payment): Promise<void> {
  const path = known ?? (await newPath(platform));
  const { transactionId } = await execute(platform, path, amount);
  const transaction = await platform.get<Transaction>(`/transactions/${transactionId}`);
  print.result(transaction, () => linesOf(transaction, path));
  print.next(`events list --resource ${transaction.id}`);
}

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

/** A quote that is executed immediately. */
async function execute(platform: Platform, { from, to }: Path, { amount, side }: Amount): Promise<Quote> {
  const isUma = to.startsWith('$');
  const lookup = isUma && (await platform.get<{ lookupId: string }>(`/receiver/uma/${encodeURIComponent(to)}`));
  return platform.post('/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: isUma ? { destinationType: 'UMA_ADDRESS', umaAddress: to } : { destinationType: 'ACCOUNT', accountId: to },
    ...(lookup && { lookupId: lookup.lookupId }),
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
    immediatelyExecute: true,
  });
}

function linesOf({ id, status, failureReason, sentAmount, receivedAmount }: Transaction, { from, to }: Path): string[] {
  const amounts = [sentAmount, receivedAmount].filter((money) => money !== undefined).map(shownMoney);
  return [`${id}  ${[status, failureReason].filter(Boolean).join(' ')}  ${amounts.join(' -> ')}`, `from ${from}`, `to   ${to}`];
}

function linesOfDryRun(quote: Quote, { from, to }: Path): string[] {
  const sent = shownMoney({ amount: quote.totalSendingAmount, currency: quote.sendingCurrency });
  const received = shownMoney({ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency });
  const fees = shownMoney({ amount: quote.feesIncluded, currency: quote.sendingCurrency });
  return [`would be ${quote.status}  ${sent} -> ${received}, with fees of ${fees}`, `from ${from}`, `to   ${to}`];
}
