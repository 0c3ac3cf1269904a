// Repeated reports of a rail: the money was already counted, and must be the same.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { ReportedMoney } from '../../store/deposits.ts';

/**
 * uuid of the transaction to which it was counted. Undefined for new money. Throws CONFLICT and logs an error if the rail reports the same
 * id with another account, rail or amount: one of the two reports is wrong.
 */
export async function countedBefore({ store, log }: TransfersContext, reported: ReportedMoney): Promise<string | undefined> {
  const known = await store.deposits.find(reported);
  if (!known) return undefined;
  if (fieldsCompared.every((field) => known[field] === reported[field])) return known.transactionId;
  const { kind, key } = reported;
  log.error({ kind, key, before: partOf(known), now: partOf(reported) }, 'A rail reported the same key with different details.');
  const details = { reason: 'DEPOSIT_ID_REUSED' };
  throw fail(ErrorCode.CONFLICT, `${key} was already reported with a different account, rail or amount.`, details);
}

const fieldsCompared = ['target', 'rail', 'currency', 'amount'] as const;

/** Amounts are text in logs. */
const partOf = ({ target, rail, currency, amount }: ReportedMoney) => ({ target, rail, currency, amount: String(amount) });
