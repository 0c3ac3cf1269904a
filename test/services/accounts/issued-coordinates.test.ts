// Coordinates of production accounts: issued by the operator's rail, stored, and requested again after an outage.
import { create } from '@bufbuild/protobuf';
import { afterEach, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  type IssueCoordinatesRequest,
  IssueCoordinatesResponseSchema,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import { select } from '../../kit/books.ts';
import type { Tenant } from '../../kit/platform.ts';
import { accountOf, quote, startTransfers } from '../transfers/transfers-world.ts';

const world = await startTransfers({ settings: { serviceUrls: new Map([['rails', 'http://operator.example']]) } });
const withoutRail = await startTransfers();

type Answer = (request: IssueCoordinatesRequest) => object[];
const info = (kind: string, value: object) => ({ accountOrWalletInfo: { info: { case: kind, value } } });
const number = { accountNumber: '5500000001', routingNumber: '021000021' };
const dollars: Answer = ({ currency, reference }) => (currency === 'USD' ? [info('usdAccount', { ...number, reference })] : []);
let answer = dollars;
const realtime = { source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } };
world.absent.answer(RailService.method.issueCoordinates, (request) =>
  create(IssueCoordinatesResponseSchema, { coordinates: answer(request as IssueCoordinatesRequest) }),
);
afterEach(() => {
  answer = dollars;
});

async function newPlatform(from = world) {
  const tenant = await from.newPlatform({ environment: 'production' });
  await from.settle();
  return { tenant, accountId: await accountOf(tenant, undefined, 'USD') };
}

const accountIn = async (tenant: Tenant, currency = 'USD') =>
  (await tenant.rest('GET', `/platform/internal-accounts?currency=${currency}`)).body.data[0];
const coordinatesOf = async (tenant: Tenant, currency = 'USD') => (await accountIn(tenant, currency)).fundingPaymentInstructions;
const askedFor = (accountId: string) =>
  world.absent.calls
    .filter(({ method }) => method === RailService.method.issueCoordinates)
    .map(({ request }) => request as IssueCoordinatesRequest)
    .filter(({ key }) => key === uuidIn(accountId));
const funded = async (accountId: string) =>
  (await world.eventTypes(accountId)).filter((type) => type === 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED').length;
const later = async () => {
  world.wall.advance(600_000);
  await world.settle();
};

test('the rail issues them per account and currency, once', async () => {
  const { tenant, accountId } = await newPlatform();
  await later();

  expect(await coordinatesOf(tenant)).toMatchObject([
    {
      isPlatformAccount: true,
      accountOrWalletInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '5500000001',
        reference: expect.stringMatching(/^.{4}-.{6}$/),
      },
    },
  ]);
  expect(await coordinatesOf(tenant, 'EUR')).toEqual([]);
  expect(askedFor(accountId)).toMatchObject([{ currency: 'USD', owner: `Platform:${tenant.id}` }]);
  expect(await funded(accountId)).toBe(1);
});

test('an unreachable rail is retried', async () => {
  answer = () => {
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'Nobody is here.');
  };
  const { tenant, accountId } = await newPlatform();
  const before = await coordinatesOf(tenant);
  answer = dollars;
  await later();

  expect(before).toEqual([]);
  expect(await coordinatesOf(tenant)).toHaveLength(1);
  expect(await funded(accountId)).toBe(1);
});

test.each([
  ['of another currency', info('gbpAccount', { sortCode: '040999', accountNumber: '12345678', reference: 'A' })],
  ['that nobody could pay to', info('usdAccount', { accountNumber: '1', routingNumber: 'abc', reference: 'A' })],
])('coordinates %s are not stored', async (_, wrong) => {
  answer = () => [wrong];
  const { tenant } = await newPlatform();

  expect(await coordinatesOf(tenant)).toEqual([]);
});

test('an account closed in the meantime gets none', async () => {
  answer = () => {
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'Nobody is here.');
  };
  const { tenant, accountId } = await newPlatform();
  await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change: InternalAccountChange.CLOSED });
  answer = dollars;
  await later();

  expect(await coordinatesOf(tenant)).toEqual([]);
  expect(await funded(accountId)).toBe(0);
});

test('without a rail there are none, and no payment arrives from outside', async () => {
  const { tenant, accountId } = await newPlatform(withoutRail);

  const { status, body } = await quote(tenant, '', accountId, realtime);

  expect([status, body.code, await coordinatesOf(tenant)]).toEqual([501, 'NOT_IMPLEMENTED', []]);
});

test('a quote shows the instant rails, and needs one', async () => {
  const { tenant, accountId } = await newPlatform();
  const quoted = async (...paymentRails: PaymentRail[]) => {
    answer = ({ reference }) => [info('usdAccount', { ...number, reference, paymentRails })];
    const { body } = await quote(tenant, '', accountId, realtime);
    return body.code ?? body.paymentInstructions[0].accountOrWalletInfo.paymentRails;
  };

  expect([await quoted(PaymentRail.ACH, PaymentRail.RTP), await quoted(PaymentRail.ACH)]).toEqual([['RTP'], 'INVALID_CURRENCY']);
});

test('a quote can be retried if its rail did not answer', async () => {
  const { tenant, accountId } = await newPlatform();
  answer = () => {
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'Nobody is here.');
  };
  const { status, body } = await quote(tenant, '', accountId, realtime);

  expect([status, body.code]).toEqual([400, 'QUOTE_REQUEST_FAILED']);
});

test('accounts older than the rail get theirs', async () => {
  const { tenant, accountId } = await newPlatform();
  const asBefore = `update accounts.internal_account set coordinates_due = true, funding = '[]' where id = $1`;
  await select(world.databaseUrl, asBefore, [uuidIn(accountId)]);
  world.wall.advance(60_000);
  await world.settle();

  expect(await coordinatesOf(tenant)).toHaveLength(1);
  expect(askedFor(accountId)).toHaveLength(2);
});
