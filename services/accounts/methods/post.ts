// Post: books one journal, all legs or none.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { checkPost } from '../checks/post.ts';
import type { AccountsMethod } from '../context.ts';
import { toPostItem } from '../steps/post-item.ts';

export const post: AccountsMethod<typeof LedgerService.method.post> = async (request, context) => {
  const problems = checkPost(request);
  if (problems.length > 0) throw invalidInput(problems);

  return context.ledger.post(toPostItem(request, context.operationId, context));
};
