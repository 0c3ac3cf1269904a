// The card program of requested funding sources.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CardsContext } from '../context.ts';
import { toFundingAccount } from '../convert.ts';
import type { ProgramCurrency } from '../domain/card.ts';
import { type FundingAccount, programOf, type Requirements } from '../domain/program.ts';

export interface Requested extends Pick<Requirements, 'cardholderId' | 'currency'> {
  /** Public ids. */
  readonly fundingSources: readonly string[];
}

/** The program that the accounts share. Throws INVALID_INPUT with FUNDING_SOURCE_INELIGIBLE for the first account that is refused. */
export async function fundingProgram(requested: Requested, context: CardsContext): Promise<ProgramCurrency> {
  const { fundingSources, cardholderId, currency } = requested;
  const accounts = await accountsOf(fundingSources, context);
  const isSandbox = context.caller.environment === 'sandbox';
  const program = programOf(accounts, { cardholderId, currency, isSandbox });
  if (typeof program === 'string') return program;
  const { index, message } = program;
  throw fail(ErrorCode.INVALID_INPUT, `The funding source ${fundingSources[index]} ${message}.`, {
    reason: 'FUNDING_SOURCE_INELIGIBLE',
    errors: [{ field: `fundingSources.${index}`, message }],
  });
}

/** In the order of the ids. Undefined for an account that does not exist. */
async function accountsOf(ids: readonly string[], { clients }: CardsContext): Promise<(FundingAccount | undefined)[]> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [...ids] });
  const internal = accounts.flatMap(({ kind }) => (kind.case === 'internal' ? [kind.value] : []));
  const byId = new Map(internal.map((account) => [account.id, toFundingAccount(account)]));
  return ids.map((id) => byId.get(id));
}
