// Platforms with a webhook endpoint.
import type { Tenant, World } from './platform.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** The test webhook of the endpoint has arrived. */
export async function newListener(world: World): Promise<{ tenant: Tenant; receiver: Receiver }> {
  const receiver = await startReceiver();
  const tenant = await world.newPlatform();
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await receiver.arrived(1);
  return { tenant, receiver };
}
