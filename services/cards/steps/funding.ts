// Requested funding sources: their accounts, and the card program that they share.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CardsContext } from '../context.ts';
import { toFundingAccount } from '../convert.ts';
import { type Funding, type FundingAccount, fundingOf, type Requirements } from '../domain/program.ts';

export interface Requested extends Pick<Requirements, 'cardholderId' | 'currency'> {
  /** Public ids. */
  readonly fundingSources: readonly string[];
}

/** Throws INVALID_INPUT with FUNDING_SOURCE_INELIGIBLE for the first account that is refused. */
export async function requestedFunding(requested: Requested, context: CardsContext): Promise<Funding> {
  const { fundingSources, cardholderId, currency } = requested;
  const accounts = await accountsOf(fundingSources, context);
  const isSandbox = context.caller.environment === 'sandbox';
  const funding = fundingOf(accounts, { cardholderId, currency, isSandbox });
  if ('program' in funding) return funding;
  const { index, message } = funding;
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
