// Each operation has a request that succeeds. Without one, the other tests of this folder would only exercise refusals.
import { expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { startReceiver } from '../kit/receiver.ts';
import { operations } from './operations.ts';
import { requestOf, send } from './requests.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
/** For deletions. */
const spare = await world.newPlatform();
const spareThings = await makeThings(spare);
const { url: webhookEndpoint } = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint } });

/** Operations that need earlier requests or a signature. Tests of their own cover them. */
const provenElsewhere = new Set([
  'verifyCredential',
  'revokeCredential',
  'refreshSession',
  'revokeSession',
  'updateInternalAccount',
  'exportInternalAccount',
  'resendQuoteScaCode',
  'completeTwoFactorReset',
  'approvePayment',
  'rejectPayment',
  'deleteFork',
]);

const proven = operations.filter(({ id }) => !provenElsewhere.has(id));
/** Customers are deleted last, with what belongs to them. */
const inOrder = [...proven.filter(({ id }) => id !== 'deleteCustomer'), ...proven.filter(({ id }) => id === 'deleteCustomer')];

test.each(inOrder)('$name succeeds with its specimen', async (operation) => {
  const [tenant, own] = operation.verb === 'DELETE' ? [spare, spareThings] : [world, things];

  const { status, body } = await send(tenant, operation, requestOf(operation, own));

  expect(
    operation.successes,
    `${JSON.stringify(body)}: specimens.ts needs one that is valid, or requests.ts a thing for its id`,
  ).toContain(status);
});
