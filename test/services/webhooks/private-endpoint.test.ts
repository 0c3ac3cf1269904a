// Endpoints in the installation's network: reachable only from a sandbox on its own machine.
import { expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';

test('a production installation calls no private address, not even for a platform of the sandbox', async () => {
  const world = await startWorld({ mode: 'production' });
  const receiver = await startReceiver();
  const tenant = await world.newPlatform({ environment: 'sandbox' });
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

  const { body } = await tenant.rest('POST', '/webhooks/test');

  expect(body.details).toEqual({ url: receiver.url, reason: 'CONNECTION' });
  expect(receiver.received).toEqual([]);
});
