// The provider of the sandbox: the last three characters of `apiClientId` and `providerTokenIdentifier` select the outcome.
import { createHash } from 'node:crypto';
import type { AccountEvent } from '../domain/provider-account.ts';
import type { IssuanceStatus } from '../domain/stablecoin.ts';
import type { StablecoinProvider } from './provider.ts';

/** The part without operations. */
export const sandboxTokens: Pick<StablecoinProvider, 'verify' | 'findToken'> = {
  verify: async ({ apiClientId }, named) => {
    if (apiClientId.endsWith('002')) return { isAccepted: false, accountIds: [] };
    const others = apiClientId.endsWith('005') ? [accountIdOf(`${apiClientId} second`)] : [];
    return { isAccepted: true, accountIds: named === undefined ? [accountIdOf(apiClientId), ...others] : [named] };
  },
  findToken: async ({ providerTokenIdentifier: name }) => ({
    isAccepted: true,
    token: {
      networkTokenIdentifier: undefined,
      name,
      symbol: name,
      baseCurrency: 'USD',
      decimals: 6,
      issuanceStatus: firstStatuses.get(name.slice(-3)) ?? 'PROVISIONED',
    },
  }),
};

const firstStatuses = new Map<string, IssuanceStatus>([
  ['001', 'PENDING_REVIEW'],
  ['002', 'PENDING_REVIEW'],
  ['003', 'PROVISIONING'],
  ['005', 'PROVISIONING'],
]);

/** What the sandbox provider reports of a token some time after it was registered. Undefined: nothing. */
export function laterIssuanceOf(name: string): { readonly status: IssuanceStatus; readonly afterMs: number } | undefined {
  return laterStatuses.get(name.slice(-3));
}

const laterStatuses = new Map<string, { readonly status: IssuanceStatus; readonly afterMs: number }>([
  ['002', { status: 'REJECTED', afterMs: 5_000 }],
  ['003', { status: 'FAILED', afterMs: 5_000 }],
  ['005', { status: 'PROVISIONED', afterMs: 30_000 }],
]);

/** What the sandbox provider reports of a link some time after it was created. Undefined: nothing. */
export function laterReportOf(apiClientId: string): { readonly event: AccountEvent; readonly afterMs: number } | undefined {
  const event = laterEvents.get(apiClientId.slice(-3));
  return event && { event, afterMs: 5_000 };
}

const laterEvents = new Map<string, AccountEvent>([
  ['003', 'refused'],
  ['004', 'withdrawn'],
]);

/** The first 27 of the 43 base-62 digits of the SHA-256. */
function accountIdOf(text: string): string {
  const hash = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  const places = Array.from({ length: 43 }, (_, place) => 62n ** BigInt(42 - place));
  return places
    .slice(0, 27)
    .map((unit) => digits[Number((hash / unit) % 62n)])
    .join('');
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
