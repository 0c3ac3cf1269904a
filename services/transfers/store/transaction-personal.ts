// Personal data in transactions, sealed under the key of the customer: names, birth dates, addresses, free text.
import { sql } from 'kysely';
import { uuidOf } from '../../kit/core/ids.ts';
import { type KeyedRow, type Owner, openerOf, type PersonalKey, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
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

const personalPlace = (id: string): Place => ({ purpose: 'transfers.personal', row: id });

/** Whose key seals the column `personal`. For the platform's own transactions it is sealed under the master key. */
export const ownerOfPersonal = ({ platformId, owner }: Transaction): Owner => ({
  platformId,
  customerId: uuidOf('Customer', owner),
});

/** Whether it contains personal data. */
export const hasPersonal = (transaction: Transaction) =>
  Object.values(personalDetailsOf(transaction)).some((part) => part !== undefined);

/** The column `personal` of a transaction. */
export function sealPersonal(transaction: Transaction, sealerOf: (owner: Owner) => PersonalKey): Buffer | null {
  if (!hasPersonal(transaction)) return null;
  return sealerOf(ownerOfPersonal(transaction)).seal(
    JSON.stringify(personalDetailsOf(transaction)),
    personalPlace(transaction.id),
  );
}

/** A row as read. */
export type KeyedTransactionRow = TransactionRow & Pick<KeyedRow, 'personal_key'>;

/** Without personal data no key is read. */
const customerOfPersonal = sql<string | null>`
  case when transaction.personal is not null and transaction.owner like 'Customer:%' then substr(transaction.owner, 10)::uuid end`;

/** All columns of `KeyedTransactionRow`. */
export const keyedColumns = (platformId?: string) =>
  sql`transaction.*, ${personalKeyColumn('transaction', customerOfPersonal, platformId)}`;

/** Replaces UMA addresses in transactions of an erased customer. */
export const erasedAddress = '$erased';

export function openPersonal(
  { id, personal, owner, personal_key, ...row }: KeyedTransactionRow,
  secrets: Sealing,
): PersonalDetails {
  const key = openerOf({ customer_id: uuidOf('Customer', owner) ?? null, personal_key }, secrets);
  if (personal && key) return JSON.parse(key.open(personal, personalPlace(id)).toString()) as PersonalDetails;
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
export const sealedPersonal: SealedColumn = {
  table: 'transaction',
  column: 'personal',
  key: { platform_id: 'uuid', id: 'uuid' },
  which: "owner not like 'Customer:%'",
  place: ({ id = '' }) => personalPlace(id),
};
