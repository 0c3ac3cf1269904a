// The provider of the sandbox: the last three characters of `apiClientId` select the outcome.
import { createHash } from 'node:crypto';
import type { AccountEvent } from '../domain/provider-account.ts';
import type { StablecoinProvider } from './provider.ts';

export const sandboxProvider: StablecoinProvider = {
  verify: async ({ apiClientId }) => {
    const ids = [accountIdOf(apiClientId), ...(apiClientId.endsWith('005') ? [accountIdOf(`${apiClientId} second`)] : [])];
    return apiClientId.endsWith('002') ? { isAccepted: false, accountIds: [] } : { isAccepted: true, accountIds: ids };
  },
};

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
