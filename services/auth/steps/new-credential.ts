// What is to be written when a credential is made, whatever its type; each type describes its own.
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import type { AuthRows } from '../store/store.ts';
import type { WalletAccount } from './wallet-account.ts';

export interface NewCredential extends Pick<Credential, 'type' | 'nickname' | 'webauthnId'> {
  /** What the signature of another credential's session binds. The retry must come to the same parameters. */
  readonly activity: { readonly type: string; readonly parameters: Readonly<Record<string, unknown>> };
  /** Throws when the account has another credential that this one would repeat. */
  readonly refuseDuplicate: (rows: AuthRows, owner: Owner) => Promise<void>;
  /** Writes rows beside the credential's own, in the same commit. */
  readonly keep?: (rows: AuthRows, owner: Owner) => Promise<void>;
}

/** uuids. */
export interface Owner {
  readonly platformId: string;
  readonly customerId: string;
  readonly accountId: string;
  /** Of the credential that is made, or that it is to get. */
  readonly credentialId: string;
}

export interface Making {
  /** uuid. */
  readonly id: string;
  readonly account: WalletAccount;
  /** Only where the account has none yet. */
  readonly isFirst: boolean;
}

/** Writes it, once per id. Undefined when it was to be the account's first and is not. Throws when it is a duplicate. */
export async function makeCredential(
  made: NewCredential,
  { id, account, isFirst }: Making,
  { caller, clock, store }: AuthContext,
): Promise<Credential | undefined> {
  const now = clock.now();
  const { platformId } = caller;
  const { activity: _, refuseDuplicate, keep, ...parts } = made;
  const { id: accountId, customerId } = account;
  const credential: Credential = { ...parts, id, platformId, accountId, customerId, createdAt: now, updatedAt: now };
  const owner = { platformId, customerId, accountId, credentialId: id };

  return store.write(async (rows) => {
    await rows.credentials.lockAccount(accountId);
    if (isFirst && (await rows.credentials.ofAccount(platformId, accountId)).length) return undefined;
    await refuseDuplicate(rows, owner);
    const isMade = await rows.credentials.insert(credential);
    if (!isMade) return rows.credentials.find(platformId, id);
    await keep?.(rows, owner);
    return credential;
  });
}
