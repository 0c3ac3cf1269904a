// Platforms with a webhook endpoint.
import type { Tenant } from './platform.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import type { SharedWorld } from './shared-world.ts';

/** The test webhook of the endpoint has arrived. */
export async function newListener(world: SharedWorld): Promise<{ tenant: Tenant; receiver: Receiver }> {
  const receiver = await startReceiver();
  const tenant = await world.newPlatform();
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await receiver.arrived(1);
  return { tenant, receiver };
}
