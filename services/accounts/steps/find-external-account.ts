// Finds the external account of a path.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';

/** The accounts that a path shows: those of the platform and its customers, or the platform's own only. */
export type View = 'all' | 'own';

export interface Named {
  /** Public id in the path. */
  readonly externalAccountId: string;
  readonly view: View;
}

/** Throws REFERENCE_NOT_FOUND for an account that does not exist, was deleted, has another owner, or is not shown. */
export async function findExternalAccount(named: Named, { caller, store }: AccountsContext): Promise<ExternalAccount> {
  return shown(await store.externalAccounts.find(caller.platformId, externalAccountIn(named)), named);
}

/** The found account, if the path shows it. Throws like `findExternalAccount`. */
export function shown(account: ExternalAccount | undefined, { externalAccountId, view }: Named): ExternalAccount {
  if (!account || (view === 'own' && account.customerId !== undefined)) throw unknownExternalAccount(externalAccountId);
  return account;
}

/** The uuid in a public id. A malformed id is not found. */
export function externalAccountIn({ externalAccountId }: Pick<Named, 'externalAccountId'>): string {
  const id = uuidOf('ExternalAccount', externalAccountId);
  if (id === undefined) throw unknownExternalAccount(externalAccountId);
  return id;
}

/** The refusal for all accounts that are not found. */
export function unknownExternalAccount(externalAccountId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no external account ${externalAccountId}.`, {
    resource: 'ExternalAccount',
  });
}
