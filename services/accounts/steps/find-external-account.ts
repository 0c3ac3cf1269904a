// The external account that a path names, as far as the path shows it.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';

/** What a path shows: every account of the platform and of its customers, or the platform's own only. */
export type View = 'all' | 'own';

export interface Named {
  /** Public id, as the path has it. */
  readonly externalAccountId: string;
  readonly view: View;
}

/** Throws REFERENCE_NOT_FOUND for what never was, was deleted, belongs to somebody else, or is not shown. */
export async function findExternalAccount(named: Named, { caller, store }: AccountsContext): Promise<ExternalAccount> {
  return shown(await store.externalAccounts.find(caller.platformId, externalAccountIn(named)), named);
}

/** The account that was looked up, if there is one that the path shows. Throws as `findExternalAccount` does. */
export function shown(account: ExternalAccount | undefined, { externalAccountId, view }: Named): ExternalAccount {
  if (!account || (view === 'own' && account.customerId !== undefined)) throw unknownExternalAccount(externalAccountId);
  return account;
}

/** The uuid in a public id. A malformed one names nothing. */
export function externalAccountIn({ externalAccountId }: Pick<Named, 'externalAccountId'>): string {
  const id = uuidOf('ExternalAccount', externalAccountId);
  if (id === undefined) throw unknownExternalAccount(externalAccountId);
  return id;
}

/** One refusal for all that is not there. */
export function unknownExternalAccount(externalAccountId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no external account ${externalAccountId}.`, {
    resource: 'ExternalAccount',
  });
}
