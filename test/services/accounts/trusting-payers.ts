// Accounts of European customers, who can trust them.
import { newEuropean, newIban, scaCode } from '../../kit/european.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';

export function payeesIn(world: SharedWorld) {
  return async function newPayee() {
    const { customerId } = await newEuropean(world.rest, { amount: 0 });
    const id = await newIban(world.rest, customerId);
    const at = `/customers/external-accounts/${id}`;
    const start = (verb: 'trust' | 'untrust') => world.rest('POST', `${at}/${verb}`);
    const confirm = (verb: 'trust' | 'untrust', body: object = { code: scaCode }) =>
      world.rest('POST', `${at}/${verb}/confirm`, { body });
    return { at, start, confirm };
  };
}
