// A UMA address belongs to the platform that had it first, even after its customer was deleted. It is claimed in the directory before
// a customer gets it.
import type { CustomersContext } from '../context.ts';
import type { Customer } from '../domain/customer.ts';
import { umaAddressInUse } from '../store/customer-sets.ts';
import type { UmaAddressClaim } from '../store/uma-addresses.ts';

type Addressed = Pick<Customer, 'platformId' | 'id' | 'umaAddress'>;

/** Longer than any call: an older claim without a customer was abandoned. */
const claimMs = 3_600_000;

/** Throws UMA_ADDRESS_EXISTS if a customer of another platform has, or had, the address. */
export async function claimAddress(customer: Addressed, context: CustomersContext): Promise<void> {
  if ((await claimAddresses([customer], context)).size > 0) throw umaAddressInUse();
}

/** Claims addresses for customers of the caller's platform. Returns those of other platforms. Repeatable. */
export async function claimAddresses(customers: readonly Addressed[], context: CustomersContext): Promise<Set<string>> {
  const { store, wall } = context;
  const claimedAt = wall.now();
  const claims = customers.map(({ platformId, id, umaAddress }) => ({ umaAddress, platformId, customerId: id, claimedAt }));
  const claimed = await store.umaAddresses.claim(claims);
  const held = new Map(claims.filter(({ umaAddress }) => !claimed.has(umaAddress)).map((claim) => [claim.umaAddress, claim]));
  for (const other of await givenUpAmong([...held.keys()], context)) {
    const own = held.get(other.umaAddress);
    if (own && (await store.umaAddresses.takeOver(other, own))) held.delete(other.umaAddress);
  }
  return new Set(held.keys());
}

/** Claims of other platforms without a customer. */
async function givenUpAmong(umaAddresses: readonly string[], context: CustomersContext): Promise<UmaAddressClaim[]> {
  const { store } = context;
  const before = callsBegunBefore(context);
  const old = (await store.umaAddresses.find(umaAddresses)).filter(({ claimedAt }) => claimedAt < before);
  const free: UmaAddressClaim[] = [];
  for (const [platformId, claims] of Map.groupBy(old, (claim) => claim.platformId)) {
    const used = await store.customers.usedAddresses(
      platformId,
      claims.map(({ umaAddress }) => umaAddress),
    );
    free.push(...claims.filter(({ umaAddress }) => !used.has(umaAddress)));
  }
  return free;
}

/**
 * Removes the current and earlier addresses of a customer, except those that other customers of the platform have. Before its erasure.
 * Repeatable.
 */
export async function releaseAddresses(customer: Addressed, context: CustomersContext): Promise<void> {
  const { store } = context;
  const addresses = await store.umaAddresses.of(customer);
  const used = await store.customers.usedAddresses(customer.platformId, addresses, customer.id);
  const free = addresses.filter((umaAddress) => !used.has(umaAddress));
  await store.umaAddresses.release(customer, free, callsBegunBefore(context));
}

/** Earlier claims have either been written by now, or never will be. */
const callsBegunBefore = ({ wall }: CustomersContext) => new Date(wall.now().getTime() - claimMs);
