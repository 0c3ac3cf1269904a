// The decision table of the contract, over REST: what is allowed, what needs approval, and what credentials and policies deny.
// What objects and other services refuse: decision-refusals.test.ts. The codes of wallets: wallet-actions.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/valid-bodies.ts';
import { makePayer } from '../../kit/payments.ts';
import { outcome, type RestAnswer } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';
import { amount, approval, ask, newScene, payments, reads, type Scene, writes } from './decisions-world.ts';

const world = await sharedWorld();
const { rest } = world;
const owner = await payingAgent(world);

const every = (asks: object) => Object.keys(asks);

/** The status of the answer, that of its action, and whether it has a transaction. */
const shown = ({ status, body }: RestAnswer) => [status, body?.status, body?.transaction !== undefined];

describe('an agent may', () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await newScene(world, { owner })));

  test.each(every(reads))('%s: 200', async (name) => {
    expect((await ask(name, scene)).status).toBe(200);
  });

  test.each(['create a quote', 'add an external account'])('%s: 201', async (name) => {
    expect((await ask(name, scene)).status).toBe(201);
  });

  test.each([
    ['execute a quote', 200],
    ['transfer in', 201],
    ['transfer out', 201],
  ])('%s: %i, APPROVED', async (name, status) => {
    expect(shown(await ask(name, scene))).toEqual([status, 'APPROVED', true]);
  });

  test('delete an external account: 204', async () => {
    const { body } = await ask('add an external account', scene);

    expect((await ask('delete an external account', { ...scene, bankId: body.id })).status).toBe(204);
  });
});

describe('an agent whose payments need approval may', () => {
  let scene: Scene;
  beforeAll(async () => void (scene = await newScene(world, { owner, policy: approval })));

  test.each([
    ['execute a quote', 200],
    ['transfer in', 201],
    ['transfer out', 201],
  ])('%s: %i, PENDING_APPROVAL', async (name, status) => {
    expect(shown(await ask(name, scene))).toEqual([status, 'PENDING_APPROVAL', false]);
  });

  test.each(['create a quote', 'add an external account'])('%s without approval: 201', async (name) => {
    expect((await ask(name, scene)).status).toBe(201);
  });
});

const remove = ({ id }: Scene) => rest('DELETE', `/agents/${id}`);

describe.each([
  ['no credentials', null, undefined],
  ["the platform's credentials", world.token, undefined],
  ['the access token of a deleted agent', undefined, remove],
])('nobody may, with %s,', (_, given, change) => {
  let scene: Scene;
  beforeAll(async () => {
    const one = await newScene(world, { owner, change });
    const token = given === undefined ? one.token : given;
    scene = { ...one, agent: (verb, path, options) => rest(verb, `/agents/me${path}`, { ...options, token }) };
  });

  test.each([...every(reads), ...every(writes)])('%s: 401', async (name) => {
    expect(outcome(await ask(name, scene))).toEqual([401, 'UNAUTHORIZED']);
  });
});

const pause = ({ id }: Scene) => rest('PATCH', `/agents/${id}`, { body: { isPaused: true } });
const policed = (body: object) => (scene: Scene) => rest('PATCH', `/agents/${scene.id}/policy`, { body });
const limited = (spendingLimits: object) => policed({ spendingLimits });
/** Reads that need a permission. */
const guarded = every(reads).filter((name) => name !== 'read itself' && name !== 'read its actions');

const denials = [
  ['PERMISSION_DENIED', policed({ permissions: [] }), [...guarded, ...every(writes)]],
  ['AGENT_PAUSED', pause, every(writes)],
  ['ACCOUNT_NOT_ALLOWED', policed({ accountRestrictions: { allowedAccountIds: [] } }), ['create a quote', ...every(payments)]],
  ['PER_TRANSACTION_LIMIT', limited({ perTransactionLimit: amount - 1 }), every(payments)],
  ['DAILY_TRANSACTION_LIMIT', limited({ dailyTransactionLimit: 0 }), every(payments)],
  ['DAILY_LIMIT', limited({ dailyLimit: amount - 1 }), every(payments)],
  ['MONTHLY_LIMIT', limited({ monthlyLimit: amount - 1 }), every(payments)],
] as const;

describe.each([
  ['AUTO', {}],
  ['APPROVAL_REQUIRED', approval],
])('in mode %s', (_, policy) => {
  describe.each(denials)('%s denies an agent', (reason, change, denied) => {
    let scene: Scene;
    beforeAll(async () => void (scene = await newScene(world, { owner, policy, change })));
    afterAll(async () => void (await remove(scene))); // a customer has twenty agents at most

    test.each(denied)('to %s: 403', async (name) => {
      expect(verdict(await ask(name, scene))).toEqual([403, 'FORBIDDEN', reason]);
    });
  });
});

test.each(every(reads))('a paused agent may %s: 200', async (name) => {
  const scene = await newScene(world, { owner, change: pause });

  expect((await ask(name, scene)).status).toBe(200);
  await remove(scene);
});

test('an agent beyond its limits may create a quote: 201', async () => {
  const scene = await newScene(world, { owner, change: limited({ perTransactionLimit: 0, dailyLimit: 0, monthlyLimit: 0 }) });

  expect((await ask('create a quote', scene)).status).toBe(201);
});

test('no agent may add an external account of another customer: 403', async () => {
  const { customerId } = await makePayer(rest, 1);
  const { agent } = await newScene(world, { owner });

  const answer = await agent('POST', '/external-accounts', { body: { ...bankAccount(), customerId } });

  expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
});
