// One example of each operation and webhook: requests that succeed, and what the platform answers and sends.
import { expect } from 'vitest';
import type { Example } from '../../gateway/openapi/examples.ts';
import type { Operation } from '../contract/operations.ts';
import { requestOf, send } from '../contract/requests.ts';
import { makeThings, type Things } from '../contract/things.ts';
import { customer } from '../contract/valid-bodies.ts';
import { eventually } from '../kit/payments.ts';
import type { World } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { walletKey } from '../kit/wallet-client.ts';
import { newHolder, signTwice } from '../kit/wallet-holder.ts';
import { mobile, resetsIn } from '../services/auth/sca-resets.ts';
import { recorder, shown } from './example-recorder.ts';

/** Specimens of these are refused: they need earlier requests or a signature. */
const inSequences = new Set([
  'refreshSession',
  'revokeSession',
  'verifyCredential',
  'revokeCredential',
  'completeTwoFactorReset',
  'approvePayment',
  'rejectPayment',
]);

/** What the platform answered and sent. */
export interface Calls {
  /** The first answer of each status, by operation. */
  readonly examples: ReadonlyMap<string, Example>;
  /** The bodies of all webhooks. */
  readonly webhooks: readonly Webhook[];
}

export interface Webhook {
  readonly type: string;
}

/** Calls each operation. */
export async function exampleCalls(world: World): Promise<Calls> {
  const endpoint = await startReceiver();
  endpoint.answer(({ body }) => (body?.type === 'INCOMING_PAYMENT.PENDING' ? { status: 202 } : {})); // decided by the calls below
  await world.rest('PATCH', '/config', { body: { webhookEndpoint: endpoint.url } });
  const things = await makeThings(world);
  const { rest, examples } = recorder(world.rest);

  const tenant = { ...world, rest };
  const plain = shown.filter(({ id }) => !inSequences.has(id));
  await callAll(
    tenant,
    plain.filter(({ verb }) => verb !== 'DELETE'),
    things,
  );
  await signedCalls(rest);
  await decisions(tenant, things);
  await resetCalls(tenant);
  await newFundingSource(world.rest);
  await callAll(
    tenant,
    plain.filter(({ verb }) => verb === 'DELETE'),
    things,
  );
  await world.settle();
  return { examples, webhooks: endpoint.received.map(({ body }) => body) };
}

/** What is due runs before each of them, so that answers do not depend on background work. */
async function callAll(world: World, all: readonly Operation[], things: Things): Promise<void> {
  for (const operation of all) {
    await world.settle();
    const request = requestOf(operation, things);
    const isList = operation.query.some(({ name }) => name === 'limit');
    const { status, body } = await send(
      world,
      operation,
      isList ? { ...request, query: { ...request.query, limit: '1' } } : request,
    );
    expect(operation.successes, `${operation.name}: ${JSON.stringify(body)}`).toContain(status);
  }
}

/** Operations that the holder of a wallet signs. */
async function signedCalls(rest: Rest): Promise<void> {
  const { accountId, key } = await newHolder({ rest }, { phoneNumber: '+15551234567' });
  const { body: sessions } = await rest('GET', `/auth/sessions?accountId=${accountId}`);
  const session = `/auth/sessions/${sessions.data[0].id}`;
  const calls = [
    { method: 'PATCH', path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } },
    { method: 'POST', path: `/internal-accounts/${accountId}/export`, body: { clientPublicKey: walletKey().uncompressed } },
    { method: 'POST', path: `${session}/refresh`, body: { clientPublicKey: walletKey().compressed } },
  ] as const;
  for (const call of calls) await signTwice({ rest }, { ...call, key });
  const newCredential = { method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId }, key } as const;
  const { second: credential } = await signTwice({ rest }, newCredential);
  await rest('DELETE', `/auth/credentials/${credential?.body.id}`);
  await rest('DELETE', session);
}

/** The endpoint leaves decisions to these calls. */
async function decisions({ rest, settle }: World, { umaAddress }: Things): Promise<void> {
  for (const [decision, body] of Object.entries({ approve: {}, reject: { reason: 'The sender is unknown.' } })) {
    const { body: incoming } = await rest('POST', '/sandbox/uma/receive', {
      body: {
        senderUmaAddress: '$success.usd@sandbox.uma.example',
        receiverUmaAddress: umaAddress,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 1_000,
      },
    });
    await settle();
    await rest('POST', `/transactions/${incoming.id}/${decision}`, { body });
  }
}

/** A card that gets another funding source, for its webhook. */
async function newFundingSource(rest: Rest): Promise<void> {
  const { body: holder } = await rest('POST', '/customers', { body: { ...customer(), currencies: ['USD', 'USDB'] } });
  const { body: accounts } = await rest('GET', `/customers/internal-accounts?customerId=${holder.id}`);
  const fundingSources: string[] = accounts.data.map(({ id }: { id: string }) => id);
  const newCard = { cardholderId: holder.id, form: 'VIRTUAL', fundingSources: fundingSources.slice(0, 1) };
  const { body: card } = await rest('POST', '/cards', { body: newCard });
  await eventually(
    async () => (await rest('GET', `/cards/${card.id}`)).body.state,
    (state) => state === 'ACTIVE',
  );
  const { status, body } = await rest('PATCH', `/cards/${card.id}`, { body: { fundingSources } });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function resetCalls(world: World): Promise<void> {
  const { newApplicant, resetsOf } = resetsIn(world);
  const { passed, complete } = resetsOf(await newApplicant());
  await complete(await passed(), { mobile });
}
