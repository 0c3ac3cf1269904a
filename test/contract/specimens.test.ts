// Each operation has a request that succeeds. Without one, the other tests of this folder would only exercise refusals.
import { expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { startReceiver } from '../kit/receiver.ts';
import { operations } from './operations.ts';
import { requestOf, send } from './requests.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
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

test.each(operations.filter(({ id }) => !provenElsewhere.has(id)))('$name succeeds with its specimen', async (operation) => {
  const tenant = operation.verb === 'DELETE' ? await world.newPlatform() : world;
  const own = tenant === world ? things : await makeThings(tenant);

  const { status, body } = await send(tenant, operation, requestOf(operation, own));

  expect(operation.successes, `${JSON.stringify(body)}: specimens.ts needs one that is valid`).toContain(status);
});
