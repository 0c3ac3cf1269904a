// The rest of the decision table of the contract, over REST: requests of an agent that are refused whatever its policy.
// BENEFICIARY_TRUSTED: regulated-customers.test.ts.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { services } from '../../../services/all.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import type { UmaNetwork } from '../../../services/transfers/uma/network.ts';
import { bankAccount } from '../../contract/valid-bodies.ts';
import { makePayee, makePayer } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { outcome, type RestAnswer } from '../../kit/rest.ts';
import { at, lookUp, newPerson, umaQuoteBody } from '../transfers/uma-world.ts';
import { type PayingAgent, payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';
import { amount, approval, ask, newScene, quoteBody, type Scene, transfer } from './decisions-world.ts';

/** The code with which the institution of every receiver refuses payments. */
let refusal: ErrorCode | undefined;

const world = await startWorld({ doors: services.map((door) => (door.name === 'transfers' ? withRefusals(door) : door)) });
const { rest } = world;
const owner = await payingAgent(world);
const { accountId, bankId } = owner;

/** The institutions of the sandbox refuse no payment. */
function withRefusals(door: (typeof services)[number]): typeof door {
  return {
    ...door,
    open: async (kit) => {
      const parts = (await door.open(kit)) as { readonly uma: UmaNetwork };
      const requestPayment: UmaNetwork['requestPayment'] = async (request) => {
        if (refusal !== undefined) throw fail(refusal, 'The institution refused the payment.');
        return parts.uma.requestPayment(request);
      };
      return { ...parts, uma: { ...parts.uma, requestPayment } };
    },
  };
}

let scene: Scene;
beforeAll(async () => void (scene = await newScene(world, { owner })));

type Ask = (agent: PayingAgent['agent']) => Promise<RestAnswer>;
const quoted =
  (more: object): Ask =>
  (agent) =>
    agent('POST', '/quotes', { body: quoteBody(accountId, owner.payeeId, more) });
const moneyIn =
  (...ends: Parameters<typeof transfer>): Ask =>
  (agent) =>
    agent('POST', '/transfer-in', transfer(...ends));
const moneyOut =
  (...ends: Parameters<typeof transfer>): Ask =>
  (agent) =>
    agent('POST', '/transfer-out', transfer(...ends));
const added =
  (more: object): Ask =>
  (agent) =>
    agent('POST', '/external-accounts', { body: { ...bankAccount(), ...more } });

const unknown = randomUUID();
const noAccount = `InternalAccount:${unknown}`;
const noBank = `ExternalAccount:${unknown}`;
const fee = { platformFixedFee: { amount: 10, currency: 'USD' }, platformVariableFeeBps: 0 };

test.each<[string, Ask, string]>([
  ['a quote with another funding', quoted({ source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } }), 'source.sourceType'],
  ['a quote that is executed at once', quoted({ immediatelyExecute: true }), 'immediatelyExecute'],
  ['a quote with a fee of the platform', quoted({ platformFeeOverride: fee }), 'platformFeeOverride'],
  ['a quote from an unknown account', quoted({ source: { sourceType: 'ACCOUNT', accountId: noAccount } }), 'source.accountId'],
  [
    'a quote to an unknown account',
    quoted({ destination: { destinationType: 'ACCOUNT', accountId: noBank } }),
    'destination.accountId',
  ],
  ['a transfer in without an amount', moneyIn(bankId, accountId, { amount: undefined }), 'amount'],
  ['a transfer out without an amount', moneyOut(accountId, bankId, { amount: undefined }), 'amount'],
  ['an external account without a currency', added({ currency: undefined }), 'currency'],
])('%s is invalid: 400', async (_, request, field) => {
  const { status, body } = await request(scene.agent);

  const fields = body.details.errors.map((error: { field: string }) => error.field);
  expect([status, body.code, fields]).toEqual([400, 'INVALID_INPUT', [field]]);
});

test.each<[string, Ask, string]>([
  ['transaction', (agent) => agent('GET', `/transactions/Transaction:${unknown}`), 'TRANSACTION_NOT_FOUND'],
  ['quote', (agent) => agent('GET', `/quotes/Quote:${unknown}`), 'QUOTE_NOT_FOUND'],
  ['action', (agent) => agent('GET', `/actions/AgentAction:${unknown}`), 'REFERENCE_NOT_FOUND'],
  ['external account', (agent) => agent('GET', `/external-accounts/${noBank}`), 'REFERENCE_NOT_FOUND'],
  ['quote to execute', (agent) => agent('POST', `/quotes/Quote:${unknown}/execute`), 'QUOTE_NOT_FOUND'],
  ['source of a transfer in', moneyIn(noBank, accountId), 'REFERENCE_NOT_FOUND'],
  ['destination of a transfer in', moneyIn(bankId, noAccount), 'REFERENCE_NOT_FOUND'],
  ['source of a transfer out', moneyOut(noAccount, bankId), 'REFERENCE_NOT_FOUND'],
  ['destination of a transfer out', moneyOut(accountId, noBank), 'REFERENCE_NOT_FOUND'],
  ['external account to delete', (agent) => agent('DELETE', `/external-accounts/${noBank}`), 'REFERENCE_NOT_FOUND'],
])('an unknown %s is not found: 404', async (_, request, code) => {
  expect(outcome(await request(scene.agent))).toEqual([404, code]);
});

describe('a quote is not executed', () => {
  test('without the money: 400', async () => {
    const { customerId, accountId: source } = await makePayer(rest, amount - 1);
    const payeeId = await makePayee(rest, customerId);
    const poor = await newScene(world, { owner: { ...owner, customerId, accountId: source, payeeId } });

    expect(verdict(await ask('execute a quote', poor))).toEqual([400, 'INVALID_AMOUNT', 'INSUFFICIENT_BALANCE']);
  });

  test.each<[string, object, (one: Scene) => Promise<unknown>]>([
    ['QUOTE_ALREADY_EXECUTED', {}, (one) => ask('execute a quote', one)],
    ['AGENT_ACTION_PENDING', approval, (one) => ask('execute a quote', one)],
    ['QUOTE_EXPIRED', {}, () => world.advance(3_600)],
  ])('%s: 409', async (reason, policy, before) => {
    const one = await newScene(world, { owner, policy });
    await before(one);

    expect(verdict(await ask('execute a quote', one))).toEqual([409, 'CONFLICT', reason]);
  });
});

describe('a quote to a UMA address is refused by its institution', () => {
  beforeEach(() => void (refusal = undefined));

  test.each([
    [412, 'UNSUPPORTED_UMA_VERSION'],
    [424, 'PAYREQ_REQUEST_FAILED'],
  ] as const)('%i %s', async (status, code) => {
    const person = await newPerson(world);
    const { agent } = await payingAgent(world, {}, { ...owner, ...person });
    const lookupId = await lookUp(world, at('success.usd'));
    const request = () => agent('POST', '/quotes', { body: umaQuoteBody(person.accountId, at('success.usd'), { lookupId }) });
    refusal = ErrorCode[code];

    const refused = await request();
    refusal = undefined;

    expect([outcome(refused), (await request()).status]).toEqual([[status, code], 201]);
  });
});

test('an external account is not added twice: 409', async () => {
  const body = bankAccount();
  await scene.agent('POST', '/external-accounts', { body });

  expect(outcome(await scene.agent('POST', '/external-accounts', { body }))).toEqual([409, 'CONFLICT']);
});
