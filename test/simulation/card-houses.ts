// The house accounts of card payments: what they must contain after all messages.
import type { Client } from 'pg';
import { type CardPayment, netOf, unitsOf } from './card-payment.ts';
import type { Settlement } from './card-stage.ts';

type Houses = Record<string, number>;

/** By kind, subaccount and currency. Zeros are omitted. */
export async function bookedHouses(platformId: string, books: Client): Promise<Houses> {
  const { rows } = await books.query({
    name: 'card-houses',
    text: `select concat_ws(' ', kind, nullif(subaccount, ''), currency) as name, available from accounts.balance
      where platform_id = $1 and available <> 0
        and (kind in ('CARD_NETWORK', 'CARD_RECEIVABLE', 'CARD_LOSS') or kind = 'WORLD' and subaccount = 'card')`,
    values: [platformId],
  });
  return Object.fromEntries(rows.map(({ name, available }) => [name, Number(available)]));
}

export function expectedHouses(payments: readonly CardPayment[], settlements: readonly Settlement[]): Houses {
  const sums: Houses = {};
  const add = (name: string, amount: number) => {
    sums[name] = (sums[name] ?? 0) + amount;
  };
  for (const payment of payments) {
    const { account, isDebit, owed, lost } = payment;
    const currency = account.isWallet ? 'USDB' : 'USD';
    const units = unitsOf(account);
    add(`CARD_NETWORK ${currency}`, netOf(payment) * (isDebit ? units : -units));
    add(`CARD_RECEIVABLE ${account.customerId.split(':')[1]} ${currency}`, -owed * units);
    add(`CARD_LOSS ${currency}`, -lost * units);
  }
  for (const { currency, amount } of settlements) {
    add(`CARD_NETWORK ${currency}`, -amount);
    add(`WORLD card ${currency}`, amount);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}
