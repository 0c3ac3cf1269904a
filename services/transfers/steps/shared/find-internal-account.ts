// Finds an internal account of the platform by its public id.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';

/** Throws REFERENCE_NOT_FOUND. */
export async function findInternalAccount({ clients }: TransfersContext, id: string): Promise<InternalAccount> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [id] });
  const kind = accounts[0]?.kind;
  if (kind?.case === 'internal') return kind.value;
  throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no internal account ${id}.`, { resource: 'InternalAccount' });
}
