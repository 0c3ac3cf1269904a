// Agents that pay from a wallet account: its holder signs, the platform approves, and neither replaces the other.
import { describe, expect, test } from 'vitest';
import { type Seen, valuesIn } from '../../kit/canary.ts';
import { opened } from '../../kit/opened.ts';
import { fund, makePayee } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { signedHeaders, stampOf, type WalletKey, walletKey } from '../../kit/wallet-client.ts';
import { newHolder, signTwice } from '../../kit/wallet-holder.ts';
import { approve, payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';

const world = await startWorld();
const { rest } = world;

const approval = { defaultExecutionMode: 'APPROVAL_REQUIRED' };
const dollar = 1_000_000;

/** An agent of a holder with ten dollars, and its quote for one. */
async function walletAgent(policy: object = {}) {
  const holder = await newHolder(world);
  const { customerId, accountId, key } = holder;
  await fund(rest, accountId, 10 * dollar);
  const payeeId = await makePayee(rest, customerId);
  const one = await payingAgent(world, policy, { customerId, accountId, payeeId, bankId: payeeId });
  const quoteId = await one.quote(dollar);
  const { body } = await one.agent('GET', `/quotes/${quoteId}`);
  const payload: string = body.paymentInstructions[0].accountOrWalletInfo.payloadToSign;
  const execute = (headers: Record<string, string> = {}) => one.agent('POST', `/quotes/${quoteId}/execute`, { headers });
  const actions = async () => (await one.agent('GET', '/actions')).body.data;
  return { ...one, holder, key, quoteId, payload, expiresAt: body.expiresAt, execute, actions };
}

const stamp = (payload: string, key: WalletKey) => ({ 'service-wallet-signature': stampOf(payload, key) });

describe('the signature of the holder', () => {
  test('is requested by a challenge, which is no action yet', async () => {
    const { execute, actions, usage, payload, key, expiresAt } = await walletAgent();

    const challenge = await execute();
    const before = [await actions(), await usage()];
    const { status, body } = await execute(signedHeaders(challenge.body, key));

    expect([challenge.status, challenge.body]).toMatchObject([
      202,
      { payloadToSign: payload, requestId: expect.stringMatching(/^Request:/), expiresAt },
    ]);
    expect(before).toEqual([[], { count: 0, spend: 0 }]);
    expect([status, body.status, body.transaction.status]).toEqual([200, 'APPROVED', 'COMPLETED']);
    expect(await usage()).toEqual({ count: 1, spend: 100 });
  });

  test('is enough without a challenge', async () => {
    const { execute, payload, key } = await walletAgent();

    expect((await execute(stamp(payload, key))).body).toMatchObject({ status: 'APPROVED', transaction: { status: 'COMPLETED' } });
  });

  test.each([
    ['MISSING', () => ({ 'request-id': 'Request:01900000-0000-7000-8000-000000000000' })],
    ['MALFORMED', () => ({ 'service-wallet-signature': 'nonsense' })],
    ['INVALID', ({ key }: Signer) => stamp('{}', key)],
    ['INVALID', ({ payload }: Signer) => stamp(payload, walletKey())],
  ])('is refused as WALLET_SIGNATURE_%s before an approval (%#)', async (code, headers) => {
    const one = await walletAgent(approval);

    const { status, body } = await one.execute(headers(one));

    expect([status, body.code]).toEqual([401, `WALLET_SIGNATURE_${code}`]);
    expect([await one.actions(), await one.usage()]).toEqual([[], { count: 0, spend: 0 }]);
  });

  test('over the challenge of another quote is refused', async () => {
    const { agent, key, execute, quote, actions } = await walletAgent();
    const { body } = await agent('POST', `/quotes/${await quote(dollar)}/execute`);

    expect(verdict(await execute(signedHeaders(body, key)))).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
    expect(await actions()).toEqual([]);
  });

  test('is not requested for what the policy denies', async () => {
    const { execute } = await walletAgent({ spendingLimits: { currency: 'USD', perTransactionLimit: 99 } });

    expect(verdict(await execute())).toEqual([403, 'FORBIDDEN', 'PER_TRANSACTION_LIMIT']);
  });
});

interface Signer {
  readonly payload: string;
  readonly key: WalletKey;
}

describe('an action that waits keeps the signature', () => {
  test('sealed under the key of its customer', async () => {
    const { execute, payload, key } = await walletAgent(approval);
    const headers = stamp(payload, key);
    await execute(headers);

    const seen = await valuesIn(world.databaseUrl);

    const places = (values: readonly Seen[]) =>
      values
        .filter(({ content }) => Buffer.from(content).includes(headers['service-wallet-signature']))
        .map(({ place }) => place);
    expect(places(seen)).toEqual([]);
    expect(places(opened(seen, Buffer.alloc(32, 7)))).toEqual(['agents.action.secret, opened by a personal key']);
  });

  test.each(['after a challenge', 'at once'])('given %s, and its approval needs no other', async (when) => {
    const { id, execute, payload, key } = await walletAgent(approval);
    const headers = when === 'at once' ? stamp(payload, key) : signedHeaders((await execute()).body, key);

    const asked = await execute(headers);
    await world.settle();
    const { body: events } = await rest('GET', `/events?resource=${asked.body.id}`);
    const { body: event } = await rest('GET', `/events/${events.data[0].id}`);
    const approved = await approve(world, id, asked.body.id);

    expect([asked.status, asked.body.status]).toEqual([200, 'PENDING_APPROVAL']);
    expect(event.payload).toMatchObject({ type: 'AGENT_ACTION.PENDING_APPROVAL', data: { quote: { status: 'PENDING' } } });
    expect(JSON.stringify(event)).not.toContain('payloadToSign');
    expect([approved.status, approved.body]).toMatchObject([200, { status: 'APPROVED', transaction: { status: 'COMPLETED' } }]);
  });

  test('which outlives its session', async () => {
    const { agent, id, accountId, quote, key } = await walletAgent(approval);
    await world.advance(870);
    const path = `/quotes/${await quote(dollar)}`;
    const { body } = await agent('GET', path);
    const { payloadToSign } = body.paymentInstructions[0].accountOrWalletInfo;
    const asked = await agent('POST', `${path}/execute`, { headers: stamp(payloadToSign, key) });

    await world.advance(40);

    expect((await rest('GET', `/auth/sessions?accountId=${accountId}`)).body.data).toEqual([]);
    expect((await approve(world, id, asked.body.id)).body).toMatchObject({
      status: 'APPROVED',
      transaction: { status: 'COMPLETED' },
    });
  });

  test('unless its session was revoked meanwhile', async () => {
    const { id, execute, payload, key, accountId, usage } = await walletAgent(approval);
    const asked = await execute(stamp(payload, key));
    const { data } = (await rest('GET', `/auth/sessions?accountId=${accountId}`)).body;
    for (const session of data) {
      const { second } = await signTwice(world, { method: 'DELETE', path: `/auth/sessions/${session.id}`, body: {}, key });
      expect(second?.status).toBe(204);
    }

    const { status, body } = await approve(world, id, asked.body.id);

    expect([status, body]).toMatchObject([
      200,
      {
        status: 'FAILED',
        failureReason: 'WALLET_SESSION_REVOKED',
        transaction: { status: 'FAILED' },
        quote: { status: 'FAILED' },
      },
    ]);
    expect(await usage()).toEqual({ count: 0, spend: 0 });
    const { balance } = (await rest('GET', `/customers/internal-accounts?customerId=${asked.body.customerId}`)).body.data.find(
      (one: { id: string }) => one.id === accountId,
    );
    expect(balance.amount).toBe(10 * dollar);
  });
});
