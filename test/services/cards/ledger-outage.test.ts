// Simulated events while the ledger does not answer: each call is another event, so one that is stored is accepted, and takes place later.
import { expect, test } from 'vitest';
import { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { services } from '../../../services/all.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import { startWorld } from '../../kit/platform.ts';
import { authorized, balancesOf, byToken, newPayer, send, transactionAt } from './payments-world.ts';

const ledger = { isDown: false };

/** The accounts service, whose ledger books nothing while it is down. */
const doors = services.map((door) => ({
  ...door,
  serves: door.serves.map((served) =>
    served.desc === LedgerService ? { ...served, methods: interrupted(served.methods) } : served,
  ),
}));

function interrupted<M extends Record<string, (request: never, context: never) => unknown>>(methods: M): M {
  const guarded = Object.entries(methods).map(([name, method]) => [
    name,
    async (request: never, context: never) => {
      if (ledger.isDown) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The ledger is down.');
      return method(request, context);
    },
  ]);
  return Object.fromEntries(guarded);
}

const world = await startWorld({ doors });

async function whileDown<T>(work: () => Promise<T>): Promise<T> {
  ledger.isDown = true;
  const result = await work().finally(() => (ledger.isDown = false));
  world.wall.advance(60_000);
  await world.settle();
  return result;
}

test('an authorization is decided when the ledger answers again', async () => {
  const payer = await newPayer(world, { amount: 5_000 });

  const { status, body } = await whileDown(() => send(world, payer.cardId, 'authorization', { amount: 1_000 }));

  expect([status, (await byToken(world, body.issuerTransactionToken))?.status]).toEqual([202, 'AUTHORIZED']);
  expect(await balancesOf(world, payer)).toEqual([4_000, 5_000]);
});

test.each([
  ['clearing', { amount: 400 }, 'PARTIALLY_SETTLED', [4_000, 4_600]],
  ['authorization_advice', { amount: 700 }, 'AUTHORIZED', [4_300, 5_000]],
])('a simulated %s takes place when the ledger answers again', async (event, more, status, balances) => {
  const payer = await newPayer(world, { amount: 5_000 });
  const { id } = await authorized(world, payer.cardId, { amount: 1_000 });
  const body = { cardTransactionId: id, ...more };

  const answer = await whileDown(() => world.rest('POST', `/sandbox/cards/${payer.cardId}/simulate/${event}`, { body }));

  expect(answer.status).toBe(202);
  expect((await transactionAt(world, id)).status).toBe(status);
  expect(await balancesOf(world, payer)).toEqual(balances);
});
