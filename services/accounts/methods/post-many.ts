// PostMany: books several journals, each on its own.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { Refusal, toDetail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import { checkPost } from '../checks/post.ts';
import type { AccountsMethod } from '../context.ts';
import { toPostItem } from '../steps/post-item.ts';
import type { Outcome } from '../store/ledger.ts';

export const postMany: AccountsMethod<typeof LedgerService.method.postMany> = async ({ journals }, context) => {
  const problems = journals.flatMap((journal, at) =>
    checkPost(journal).map((problem) => ({ ...problem, field: `journals.${at}.${problem.field}` })),
  );
  if (problems.length > 0) throw invalidInput(problems);

  const outcomes = await context.ledger.postAll(journals.map((journal) => toPostItem(journal, context.ids.next(), context)));
  return { verdicts: outcomes.map(toVerdict) };
};

const toVerdict = (outcome: Outcome) => ({
  verdict:
    outcome instanceof Refusal
      ? ({ case: 'refused', value: toDetail(outcome) } as const)
      : ({ case: 'booked', value: outcome } as const),
});
