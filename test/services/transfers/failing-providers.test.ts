// Providers that answer with errors. The status of an error says nothing about the request of the caller, who can repeat it.
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  CancelPayoutResponseSchema,
  ListOffersResponseSchema,
  PayoutReportSchema,
  PayoutState,
  PullReportSchema,
  PullState,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { ConfirmRateResponseSchema, RateService } from '../../../gen/payments/rates/v1/rate_pb.ts';
import { refusalFrom } from '../../../services/kit/messages/fail.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { startBankRail } from './bank-rail-world.ts';
import { transfer } from './transfer-parties.ts';
import { accountOf, balancesOf, execute, findings, quote, transaction } from './transfers-world.ts';

const world = await startBankRail();

/** Throws what a call by gRPC throws for this status. */
function failWith(code: Code): () => never {
  const error = new ConnectError('a secret of the provider', code);
  return () => {
    throw refusalFrom(error) ?? error;
  };
}

const switchError = [500, 'SERVICE_SWITCH_ERROR', undefined];
const unavailable = [503, 'SERVICE_UNAVAILABLE', '1'];
const codes: readonly (readonly [keyof typeof Code, readonly unknown[]])[] = [
  ['InvalidArgument', switchError],
  ['NotFound', switchError],
  ['PermissionDenied', switchError],
  ['Unauthenticated', switchError],
  ['AlreadyExists', switchError],
  ['FailedPrecondition', switchError],
  ['Unimplemented', switchError],
  ['Internal', switchError],
  ['Unknown', switchError],
  ['ResourceExhausted', unavailable],
  ['Unavailable', unavailable],
  ['DeadlineExceeded', unavailable],
];

const refusalIn = ({ status, body, headers }: RestAnswer) => {
  expect(JSON.stringify(body)).not.toContain('secret');
  return [status, body.code, headers['retry-after']];
};

const cancel = ({ rest }: Tenant, id: string) => rest('POST', `/transactions/${id}/cancel`);

test.each(codes)(
  'a rate source that answers an execution with %s: a repeat under the same key executes it',
  async (name, expected) => {
    const { tenant, dollars } = await world.newPayer();
    const { body: made } = await quote(tenant, dollars, await accountOf(tenant, undefined, 'EUR'));
    const key = { 'idempotency-key': 'one' };
    world.absent.answer(RateService.method.confirmRate, failWith(Code[name]));

    const failed = await execute(tenant, made.id, key);
    const during = await transaction(tenant, made.transactionId);
    world.absent.answer(RateService.method.confirmRate, () => create(ConfirmRateResponseSchema, { isHeld: true }));
    const repeated = await execute(tenant, made.id, key);

    expect(refusalIn(failed)).toEqual(expected);
    expect(during.status).toBe('PENDING');
    expect([repeated.status, repeated.body.status]).toEqual([200, 'COMPLETED']);
    expect(await balancesOf(tenant, dollars)).toEqual([99_000, 99_000]);
  },
);

test.each(codes)('a rail that answers a cancellation with %s: it has begun, and is completed by a job', async (name) => {
  const { tenant, dollars, transactionId } = await world.newPayout();
  world.absent.answer(RailService.method.cancelPayout, failWith(Code[name]));

  const answers = [await cancel(tenant, transactionId), await cancel(tenant, transactionId)];
  world.absent.answer(RailService.method.cancelPayout, () => create(CancelPayoutResponseSchema, { isStopped: true }));
  world.wall.advance(60_000);
  await world.settle();

  const pending = [200, 'PROCESSING', 'PENDING', 'USER_CANCELLATION'];
  const shown = answers.map(({ status, body }) => [status, body.status, body.refund?.status, body.refund?.reason]);
  expect(shown).toEqual([pending, pending]);
  const { status, refund } = await transaction(tenant, transactionId);
  expect([status, refund.status]).toEqual(['COMPLETED', 'COMPLETED']);
  expect(await balancesOf(tenant, dollars)).toEqual([100_000, 100_000]);
  expect(await findings(tenant)).toEqual([]);
});

test.each(codes)('a rail that answers a quote with %s: the quote is refused as retryable', async (name) => {
  const { tenant, dollars, bank } = await world.newPayer();
  world.absent.answer(RailService.method.listOffers, failWith(Code[name]));

  const refused = await quote(tenant, dollars, bank);

  const offers = [{ rail: PaymentRail.ACH, seconds: 86_400, isInstant: false }];
  world.absent.answer(RailService.method.listOffers, () => create(ListOffersResponseSchema, { offers }));
  expect(refusalIn(refused)).toEqual([400, 'QUOTE_REQUEST_FAILED', undefined]);
  expect((await quote(tenant, dollars, bank)).status).toBe(201);
});

test.each([
  ['no time ahead', 0n, 600_000],
  ['a time in the past', -1n, 600_000],
  ['more time than there is', 2n ** 63n - 1n, 30 * 86_400_000],
])('a rail that wants to be polled after %s', async (_, nextAfterMs, polledAfterMs) => {
  const { tenant, dollars, bank } = await world.newPayer();
  const { body: made } = await quote(tenant, dollars, bank);
  const { submitPayout, getPayout, startPull, getPull } = RailService.method;
  const sent = { state: PayoutState.SENT, nextAfterMs };
  world.absent.answer(submitPayout, () => create(PayoutReportSchema, sent));
  world.absent.answer(startPull, () => create(PullReportSchema, { state: PullState.WAITING, nextAfterMs }));
  const executed = await execute(tenant, made.id);
  const { body: pulled } = await transfer(tenant, 'in', { from: bank, to: dollars });
  const statuses = async () => [
    (await transaction(tenant, made.transactionId)).status,
    (await transaction(tenant, pulled.id)).status,
  ];
  world.absent.answer(getPayout, () => create(PayoutReportSchema, { state: PayoutState.DELIVERED, nextAfterMs }));
  world.absent.answer(getPull, () => create(PullReportSchema, { state: PullState.COLLECTED, nextAfterMs }));

  world.wall.advance(polledAfterMs - 1_000);
  await world.settle();
  const before = await statuses();
  world.wall.advance(2_000);
  await world.settle();

  expect([executed.status, executed.body.status, pulled.status]).toEqual([200, 'PROCESSING', 'PENDING']);
  expect(before).toEqual(['PROCESSING', 'PENDING']);
  expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED']);
});
