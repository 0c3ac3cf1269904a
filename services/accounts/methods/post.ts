// Post: books one journal, all legs or none.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { checkPost } from '../checks/post.ts';
import type { AccountsMethod } from '../context.ts';
import { toLegs } from '../convert.ts';
import { alternativesOf, fingerprintOf } from '../domain/journal.ts';

export const post: AccountsMethod<typeof LedgerService.method.post> = async (
  request,
  { caller, clock, ledger, operationId, requestId },
) => {
  const problems = checkPost(request);
  if (problems.length > 0) throw invalidInput(problems);

  const { subject, step } = request;
  const { platformId, environment } = caller;
  const legs = toLegs(request.legs, platformId);
  const otherwise = request.otherwise.map((alternative) => toLegs(alternative.legs, platformId));
  const journal = { id: operationId, platformId, subject, step, legs, otherwise, at: clock.now() };
  return ledger.post({ journal, fingerprint: fingerprintOf(alternativesOf(journal)), environment, requestId });
};
