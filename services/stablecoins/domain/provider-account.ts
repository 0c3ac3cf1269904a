// Links to accounts at issuing providers: their status and its transitions.

export type Provider = 'BRALE';
export type AccountStatus = 'ACTIVE' | 'INVALID' | 'REVOKED';

/** What changes the status of a link: accepted or refused credentials, or its withdrawal. */
export type AccountEvent = 'accepted' | 'refused' | 'withdrawn';

/** The next status, per status and event. An event without an entry changes nothing. */
export const accountMachine: Readonly<Record<AccountStatus, Partial<Record<AccountEvent, AccountStatus>>>> = {
  ACTIVE: { accepted: 'ACTIVE', refused: 'INVALID', withdrawn: 'REVOKED' },
  INVALID: { accepted: 'ACTIVE', withdrawn: 'REVOKED' },
  REVOKED: {},
};

/** Credentials of a platform at a provider. */
export interface Credentials {
  readonly provider: Provider;
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

export interface ProviderAccount {
  /** uuid of the platform. */
  readonly platformId: string;
  /** uuid. */
  readonly id: string;
  readonly provider: Provider;
  /** The provider's own id. */
  readonly providerAccountId: string;
  readonly status: AccountStatus;
  /** uuid of the call that linked the account last. */
  readonly linkedBy: string;
  /** When the provider last accepted the credentials. */
  readonly verifiedAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The link after an event, or the same object if the event changes nothing. */
export function accountAfter(account: ProviderAccount, event: AccountEvent, now: Date): ProviderAccount {
  const status = accountMachine[account.status][event];
  if (status === undefined) return account;
  const verifiedAt = event === 'accepted' ? now : account.verifiedAt;
  return { ...account, status, verifiedAt, ...(status !== account.status && { updatedAt: now }) };
}

/** Which of the reachable accounts is linked. */
export type Choice =
  | { readonly case: 'chosen'; readonly providerAccountId: string }
  | { readonly case: 'unreachable' | 'ambiguous' };

/** `wanted`: the account that the request names. */
export function chooseAccount(reachable: readonly string[], wanted: string | undefined): Choice {
  if (wanted !== undefined) return reachable.includes(wanted) ? { case: 'chosen', providerAccountId: wanted } : unreachable;
  const [first, ...others] = reachable;
  if (first === undefined) return unreachable;
  return others.length === 0 ? { case: 'chosen', providerAccountId: first } : { case: 'ambiguous' };
}

const unreachable: Choice = { case: 'unreachable' };
