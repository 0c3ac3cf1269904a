// An external account of the agent's customer.
import type { ExternalAccount } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import { callingAgent } from './calling-agent.ts';

/** Throws REFERENCE_NOT_FOUND, also for an account of the platform or of another customer. */
export async function findOwnExternalAccount(externalAccountId: string, context: AgentsContext): Promise<ExternalAccount> {
  const agent = await callingAgent(context);
  const account = await context.clients.externalAccounts.getExternalAccount({ externalAccountId });
  if (account.customerId === customerIdOf(agent)) return account;
  throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no external account ${externalAccountId}.`, {
    resource: 'ExternalAccount',
  });
}
