// The accounts of a transfer that an agent requests: one internal, one external, both of its customer.
import { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AgentsContext } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import type { Agent } from '../domain/agent.ts';
import { amountMax } from '../domain/conversion.ts';

/** Public ids. */
export interface TransferEnds {
  readonly internal: string;
  readonly external: string;
}

export interface InternalEnd {
  readonly currency: string;
  readonly isWallet: boolean;
}

/** The internal account. Throws REFERENCE_NOT_FOUND for an account that is not of the customer. */
export async function findTransferEnds({ clients }: AgentsContext, agent: Agent, ends: TransferEnds): Promise<InternalEnd> {
  const owner = customerIdOf(agent);
  const { accounts } = await clients.accounts.getAccounts({ ids: [ends.internal, ends.external] });
  const isOwnExternal = accounts.some(({ kind }) => {
    const account = kind.case === 'external' && !kind.value.isDeleted ? kind.value.account : undefined;
    return account?.id === ends.external && account.customerId === owner;
  });
  const own = accounts.flatMap(({ kind }) =>
    kind.case === 'internal' && kind.value.id === ends.internal && kind.value.customerId === owner ? [kind.value] : [],
  )[0];
  if (!own) throw missing('InternalAccount', ends.internal);
  if (!isOwnExternal) throw missing('ExternalAccount', ends.external);
  return { currency: own.balance?.currency?.code ?? '', isWallet: own.type === InternalAccountType.EMBEDDED_WALLET };
}

function missing(resource: string, id: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `The customer has no account ${id}.`, { resource });
}

/** The amount of a transfer, which agents must send. */
export function requiredAmount(amount: bigint | undefined): bigint {
  if (amount === undefined) throw invalidInput([{ field: 'amount', message: 'is required' }]);
  if (amount < 1n || amount > amountMax) throw fail(ErrorCode.INVALID_AMOUNT, `amount must be between 1 and ${amountMax}.`);
  return amount;
}
