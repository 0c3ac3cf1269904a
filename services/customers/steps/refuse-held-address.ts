// A UMA address belongs to the platform that had it first, even after its customer was deleted.
import type { CustomersContext } from '../context.ts';
import { umaAddressInUse } from '../store/customer-sets.ts';

/** Throws UMA_ADDRESS_EXISTS when a customer of another platform has, or had, the address that was asked for. */
export async function refuseHeldAddress(umaAddress: string | undefined, { store, caller }: CustomersContext): Promise<void> {
  if (umaAddress === undefined) return; // a generated one is new
  if (await store.customers.isAddressElsewhere(caller.platformId, umaAddress.toLowerCase())) throw umaAddressInUse();
}
