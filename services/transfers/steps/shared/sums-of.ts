// The total movements of transactions in the ledger.
import { BalancePart, HouseAccountKind, type Leg } from '../../../../gen/payments/accounts/v1/ledger_pb.ts';
import { rowKey } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { Sum } from '../../domain/record/books-of-payment.ts';
import type { Transaction } from '../../domain/record/transaction.ts';
import type { Account, HouseName } from '../../domain/shared/legs.ts';
import { nameIn } from '../../domain/shared/name-in.ts';

/** By `rowKey` of the transactions. Omits transactions without movements. */
export async function sumsOf(
  { clients }: TransfersContext,
  transactions: readonly Pick<Transaction, 'id' | 'platformId'>[],
): Promise<ReadonlyMap<string, readonly Sum[]>> {
  if (transactions.length === 0) return new Map();
  const wanted = transactions.map(({ id: subject, platformId }) => ({ platformId, subject }));
  const { subjects } = await clients.ledger.sumSubjects({ subjects: wanted });
  return new Map(subjects.map(({ platformId, subject: id, sums }) => [rowKey({ platformId, id }), sums.map(fromLeg)]));
}

function fromLeg({ account, currency, amount }: Leg): Sum {
  return { account: fromAccount(account?.kind), currency, amount };
}

function fromAccount(kind: NonNullable<Leg['account']>['kind'] | undefined): Account {
  if (kind?.case === 'internal') {
    const { accountId, part } = kind.value;
    return { accountId, part: nameIn(BalancePart, part) as Part };
  }
  if (kind?.case === 'house')
    return { house: nameIn(HouseAccountKind, kind.value.kind) as HouseName, rail: kind.value.subaccount };
  throw new Error('A sum without an account.');
}

type Part = Extract<Account, { accountId: string }>['part'];
