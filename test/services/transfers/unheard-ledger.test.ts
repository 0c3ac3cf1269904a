// A ledger that refuses its callers for a while, for example because of clock skew: no money is returned because of that.
import { expect, test } from 'vitest';
import { LedgerService, type PostRequest } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import type { Door } from '../../../services/kit/service/service.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { withoutWebhooks } from '../../kit/world-forms.ts';
import { startTransfers } from './transfers-world.ts';

const closedTo = new Set<string>();

/** The same service, refusing the tokens for these steps. */
const accounts = withoutWebhooks.doors.map(
  (door): Door =>
    door.name !== 'accounts'
      ? door
      : { ...door, serves: door.serves.map((one) => (one.desc === LedgerService ? gated(one) : one)) },
);

function gated({ desc, methods }: Door['serves'][number]): Door['serves'][number] {
  const { post } = methods;
  if (!post) throw new Error('The ledger books nothing.');
  const refusing: typeof post = async (request, context) => {
    if (closedTo.has((request as PostRequest).step)) throw fail(ErrorCode.UNAUTHORIZED, 'The bearer token is not valid.');
    return post(request, context);
  };
  return { desc, methods: { ...methods, post: refusing } };
}

const world = await startTransfers({ doors: accounts });

test.each(['HOLD', 'DISPATCH'])('a payment is completed later if the ledger refuses its %s', async (step) => {
  const payer = await makePayer(world.rest, 10_000);
  const quote = await makeQuote(world.rest, { from: payer.accountId, to: await makePayee(world.rest, payer.customerId) });
  closedTo.add(step);

  const executed = await world.rest('POST', `/quotes/${quote.id}/execute`);
  closedTo.delete(step);
  world.wall.advance(60_000);
  await world.settle();

  const { body: transaction } = await world.rest('GET', `/transactions/${quote.transactionId}`);
  expect([executed.status < 400 || executed.status >= 500, transaction.status, transaction.refund]).toEqual([
    true,
    'COMPLETED',
    undefined,
  ]);
  expect((await balancesOf(world.rest, payer)).total).toBe(9_000);
});

test('a deposit is credited later if the ledger refuses the call', async () => {
  const payer = await makePayer(world.rest, 10_000);
  closedTo.add('IN');

  const path = `/sandbox/internal-accounts/${payer.accountId}/fund`;
  const unheard = await world.rest('POST', path, { body: { amount: 500 } });
  closedTo.delete('IN');
  world.wall.advance(60_000);
  await world.settle();

  expect(unheard.status).toBe(503);
  expect((await balancesOf(world.rest, payer)).total).toBe(10_500);
});
