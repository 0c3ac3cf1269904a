// The rows of a new credential of any type. Each type defines its own.
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import type { AuthRows } from '../store/store.ts';
import type { WalletAccount } from './wallet-account.ts';

export interface NewCredential extends Pick<Credential, 'type' | 'nickname' | 'webauthnId'> {
  /** The values that the signature of another credential's session binds. The retry must have the same values. */
  readonly activity: { readonly type: string; readonly parameters: Readonly<Record<string, unknown>> };
  /** Throws if the account has a conflicting credential. */
  readonly refuseDuplicate: (rows: AuthRows, owner: Owner) => Promise<void>;
  /** Writes additional rows in the same commit. */
  readonly keep?: (rows: AuthRows, owner: Owner) => Promise<void>;
}

/** uuids. */
export interface Owner {
  readonly platformId: string;
  readonly customerId: string;
  readonly accountId: string;
  /** Id of the new credential, existing or not. */
  readonly credentialId: string;
}

export interface Making {
  /** uuid. */
  readonly id: string;
  readonly account: WalletAccount;
  /** Only if the account has none yet. */
  readonly isFirst: boolean;
}

/** Creates the credential, once per id. Undefined if it was to be the account's first and is not. Throws for a duplicate. */
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
