// Personal data in transactions, sealed under the key of the customer: names, birth dates, addresses, free text.
import { sql } from 'kysely';
import { uuidOf } from '../../kit/core/ids.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { type KeyedRow, openerOf, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
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

/** The column `told` of a transaction. For the platform's own transactions it is sealed under the master key. */
export async function sealTold(transaction: Transaction, db: Queryable, secrets: Sealing): Promise<Buffer | null> {
  const data = personalDetailsOf(transaction);
  if (Object.values(data).every((part) => part === undefined)) return null;
  const owner = { platformId: transaction.platformId, customerId: uuidOf('Customer', transaction.owner) };
  const sealerOf = await personalKeys(db, secrets).sealers([owner]);
  return sealerOf(owner).seal(JSON.stringify(data), toldPlace(transaction.id));
}

/** A row as read. */
export type KeyedTransactionRow = TransactionRow & Pick<KeyedRow, 'personal_key'>;

/** Without personal data no key is read. */
const customerOfTold = sql<string | null>`
  case when transaction.told is not null and transaction.owner like 'Customer:%' then substr(transaction.owner, 10)::uuid end`;

/** All columns of `KeyedTransactionRow`. */
export const keyedColumns = sql`transaction.*, ${personalKeyColumn('transaction', customerOfTold)}`;

/** Replaces UMA addresses in transactions of an erased customer. */
export const erasedAddress = '$erased';

export function openTold({ id, told, owner, personal_key, ...row }: KeyedTransactionRow, secrets: Sealing): PersonalDetails {
  const key = openerOf({ customer_id: uuidOf('Customer', owner) ?? null, personal_key }, secrets);
  if (told && key) return JSON.parse(key.open(told, toldPlace(id)).toString()) as PersonalDetails;
  return {
    ...(isAddress(row.receiver) && { quoteUma: { address: erasedAddress, counterparty: {} } }),
    ...(isAddress(row.sender) && { uma: { sender: erasedAddress, counterparty: {} } }),
  };
}

/** All other senders and receivers are public ids. */
const isAddress = (end: string | null) => end?.startsWith('$') ?? false;

function personalDetailsOf(transaction: Transaction) {
  if (!isOutgoing(transaction)) return { uma: 'uma' in transaction ? transaction.uma : undefined };
  const { description, quote } = transaction;
  return { description, remittanceInformation: quote.remittanceInformation, quoteUma: quote.uma };
}

/** For the platform's own transactions. */
export const sealedTold: SealedColumn = {
  table: 'transaction',
  column: 'told',
  key: { platform_id: 'uuid', id: 'uuid' },
  which: "owner not like 'Customer:%'",
  place: ({ id = '' }) => toldPlace(id),
};
