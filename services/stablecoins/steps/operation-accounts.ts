// The external accounts of a mint or burn.
import type { KnownExternalAccount } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { ExternalAccountInfo } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { type ExternalAccount, ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { StablecoinsContext } from '../context.ts';
import type { OperationDraft } from '../convert-operation.ts';
import type { Operation } from '../domain/operation.ts';

/**
 * The numbers and addresses of the accounts of a request. Throws REFERENCE_NOT_FOUND for an unknown account, and INVALID_INPUT for one of
 * another kind or that is not ACTIVE.
 */
export async function usableAccounts(draft: OperationDraft, { clients }: StablecoinsContext): Promise<string[]> {
  const named = namedIn(draft);
  const { accounts } = await clients.accounts.getAccounts({ ids: named.map(({ id }) => id) });
  const known = new Map(accounts.flatMap(({ kind }) => (kind.case === 'external' ? [[kind.value.account?.id, kind.value]] : [])));
  return named.map((account) => identifierOf(account, known.get(account.id)));
}

interface NamedAccount {
  readonly id: string;
  readonly field: string;
  readonly type: 'usdAccount' | 'sparkWallet';
}

function namedIn({ kind, sourceAccountId, destinationAccountId: id }: OperationDraft): NamedAccount[] {
  if (kind === 'BURN') return [{ id, field: 'destination.externalAccountId', type: 'usdAccount' }];
  const destination = { id, field: 'destination.accountId', type: 'sparkWallet' } as const;
  if (sourceAccountId === undefined) return [destination];
  return [{ id: sourceAccountId, field: 'fundingSource.externalAccountId', type: 'usdAccount' }, destination];
}

function identifierOf({ field, type }: NamedAccount, known: KnownExternalAccount | undefined): string {
  if (!known?.account)
    throw fail(ErrorCode.REFERENCE_NOT_FOUND, 'There is no such external account.', { resource: 'ExternalAccount' });
  if (isUsable(known.account, type)) return known.primaryIdentifier;
  throw invalidInput([
    { field, message: `must be an ACTIVE account of the type ${type === 'usdAccount' ? 'USD_ACCOUNT' : 'SPARK_WALLET'}` },
  ]);
}

function isUsable({ accountInfo, status }: ExternalAccount, type: NamedAccount['type']): boolean {
  return accountInfo?.info.case === type && status === ExternalAccountStatus.ACTIVE;
}

/** What the provider needs to know of the accounts of an operation. Deleted accounts are still used. */
export async function accountsOf(operation: Operation, { clients }: StablecoinsContext) {
  const { sourceAccountId, destinationAccountId } = operation;
  const [source, destination] = [sourceAccountId, destinationAccountId].map((id) => id && publicId('ExternalAccount', id));
  const ids = [source, destination].filter((id) => id !== undefined);
  const { accounts } = await clients.accounts.getAccounts({ ids, includingDeleted: true });
  const infoOf = (wanted: string | undefined): ExternalAccountInfo | undefined => {
    const found = accounts.find(({ kind }) => kind.case === 'external' && kind.value.account?.id === wanted);
    return found?.kind.case === 'external' ? found.kind.value.account?.accountInfo : undefined;
  };
  const destinationAccount = infoOf(destination);
  if (!destinationAccount) throw new Error(`The receiving account of the operation ${operation.id} does not exist.`);
  return { sourceAccount: infoOf(source), destinationAccount };
}
