// Platforms with counterparty rules, and their wallets.
import { expect } from 'vitest';
import type { Environment } from '../../../services/kit/core/caller.ts';
import {
  type AccountsWorld,
  type Json,
  type Platform,
  sharedAccountsWorld,
  startAccountsWorld,
} from './external-accounts-world.ts';
import type { WalletOwner } from './wallet-owner.ts';

export interface Regulated {
  readonly platform: Platform;
  readonly customerId: string;
}

export interface OwnershipWorld extends AccountsWorld {
  regulatedPlatform(options?: { environment?: Environment }): Promise<Regulated>;
  /** The statuses in the platform's events, in order. */
  sentStatuses(accountId: string): Promise<unknown[]>;
}

/** For one test file. */
export async function startOwnershipWorld(mode: Environment = 'sandbox'): Promise<OwnershipWorld> {
  return worldOf(await startAccountsWorld(mode));
}

/** In a world that test files share. */
export async function sharedOwnershipWorld(): Promise<OwnershipWorld> {
  return worldOf(await sharedAccountsWorld());
}

function worldOf(world: AccountsWorld): OwnershipWorld {
  return {
    ...world,
    async regulatedPlatform(options = {}) {
      const made = await world.newPlatform(options);
      await made.directory.setCounterpartyRules({ applies: true });
      return { platform: made, customerId: await made.newCustomer() };
    },
    sentStatuses: async (accountId) => (await world.eventsOf(accountId)).map(({ data }) => Object(data).status),
  };
}

export const path = '/customers/external-accounts';
export const first = { ownershipType: 'FIRST_PARTY' };
export const third = { ownershipType: 'THIRD_PARTY' };

/** The body of a wallet account: of the customer, or of the platform under its own path. */
export async function created(own: Regulated, { owner, place = path }: { owner: WalletOwner; place?: string }): Promise<Json> {
  const { accountType, address, currency } = owner;
  const isCustomers = place === path;
  const { status, body } = await own.platform.rest('POST', place, {
    body: { currency, ...first, ...(isCustomers && { customerId: own.customerId }), accountInfo: { accountType, address } },
  });
  expect([status, body.status]).toEqual([201, 'PENDING_OWNERSHIP_VERIFICATION']);
  return body;
}

/** The message to sign. */
export async function challenged(of: Platform, url: string): Promise<string> {
  const { status, body } = await of.rest('POST', `${url}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
  expect(status).toBe(201);
  return String(body.messageToSign);
}
