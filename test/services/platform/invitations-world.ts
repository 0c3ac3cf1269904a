// Invitations that customers of platforms create, claim and cancel.
import type { Tenant } from '../../kit/platform.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';

export async function newAddress(tenant: Tenant, currencies?: string[]): Promise<string> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...(currencies && { currencies }) };
  return (await tenant.rest('POST', '/customers', { body })).body.umaAddress;
}

export const summary = ({ status, body }: { status: number; body: { code: string; details?: unknown } }) => [
  status,
  body.code,
  body.details,
];

export function invitationsIn(world: SharedWorld, inviterUma: string) {
  const invite = (more: object = {}, tenant: Tenant = world) =>
    tenant.rest('POST', '/invitations', { body: { inviterUma, ...more } });
  const claim = (code: string, inviteeUma = '$grace@uma.other.test', tenant: Tenant = world) =>
    tenant.rest('POST', `/invitations/${code}/claim`, { body: { inviteeUma } });
  const cancel = (code: string, tenant: Tenant = world) => tenant.rest('POST', `/invitations/${code}/cancel`);
  const stateOf = async (code: string) => (await world.rest('GET', `/invitations/${code}`)).body.status;

  return { invite, claim, cancel, stateOf };
}
