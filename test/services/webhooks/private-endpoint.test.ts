// Endpoints in the installation's network: reachable only from a sandbox on its own machine.
import { expect, test } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { production } from '../../kit/world-forms.ts';

test('a production installation calls no private address, not even for a platform of the sandbox', async () => {
  const world = await sharedWorld(production);
  const receiver = await startReceiver();
  const tenant = await world.newPlatform({ environment: 'sandbox' });
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

  const { body } = await tenant.rest('POST', '/webhooks/test');

  expect(body.details).toEqual({ url: receiver.url, reason: 'CONNECTION' });
  expect(receiver.received).toEqual([]);
});
