// What people told of themselves and each other, sealed: names, birth dates, addresses, free text.
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { UmaQuote } from '../domain/payment/quote-details.ts';
import { isOutgoing, type Transaction } from '../domain/record/transaction.ts';
import type { IncomingUma } from '../domain/uma/incoming-uma.ts';
import type { TransactionRow } from './transaction-record.ts';

export interface PersonalDetails {
  readonly description?: string;
  readonly remittanceInformation?: string;
  readonly quoteUma?: UmaQuote;
  readonly uma?: IncomingUma;
}

const toldPlace = (id: string): Place => ({ purpose: 'transfers.told', row: id });

/** The column `told` of a transaction. */
export function sealTold(transaction: Transaction, secrets: Sealing): Buffer | null {
  const data = personalDetailsOf(transaction);
  if (Object.values(data).every((part) => part === undefined)) return null;
  return secrets.seal(JSON.stringify(data), toldPlace(transaction.id));
}

/** In place of the UMA addresses of an erased customer's transactions. */
export const erasedAddress = '$erased';

export function openTold({ id, told, sender, receiver }: TransactionRow, secrets: Sealing): PersonalDetails {
  if (told) return JSON.parse(secrets.open(told, toldPlace(id)).toString()) as PersonalDetails;
  return {
    ...(receiver === erasedAddress && { quoteUma: { address: receiver, counterparty: {} } }),
    ...(sender === erasedAddress && { uma: { sender, counterparty: {} } }),
  };
}

function personalDetailsOf(transaction: Transaction) {
  if (!isOutgoing(transaction)) return { uma: 'uma' in transaction ? transaction.uma : undefined };
  const { description, quote } = transaction;
  return { description, remittanceInformation: quote.remittanceInformation, quoteUma: quote.uma };
}

export const sealedTold: SealedColumn = {
  table: 'transaction',
  column: 'told',
  key: { platform_id: 'uuid', id: 'uuid' },
  place: ({ id = '' }) => toldPlace(id),
};
