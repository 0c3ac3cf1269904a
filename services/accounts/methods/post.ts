// Post: books one journal, all legs or none.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toLegs } from '../convert.ts';
import { fingerprintOf } from '../domain/journal.ts';

export const post: AccountsMethod<typeof LedgerService.method.post> = (
  { subject, step, legs: messages },
  { caller, clock, ledger, operationId, requestId },
) => {
  const { platformId, environment } = caller;
  const legs = toLegs(messages, platformId);
  const journal = { id: operationId, platformId, subject, step, legs, at: clock.now() };
  return ledger.post({ journal, fingerprint: fingerprintOf(legs), environment, requestId });
};
