// The destination of refunds of crypto assets from outside: an internal account of the payer, never the sending wallet.
import { type InternalAccount, InternalAccountType } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransactionCore } from '../../domain/shared/transaction-core.ts';
import { platformOwnerId } from './parties.ts';

/**
 * uuid of the payer's account in the asset, opened if there is none. Undefined for a deleted customer without one, or without a wallet for
 * USDB.
 */
export async function refundAccountOf(context: TransfersContext, { owner, sent }: TransactionCore): Promise<string | undefined> {
  const { currency } = sent;
  const customerId = owner === platformOwnerId(context) ? undefined : owner;
  if (customerId === undefined) await context.clients.accounts.openPlatformAccounts({ currencies: [currency] });
  else await context.clients.accounts.openCustomerAccounts({ openings: [{ customerId, currencies: [currency] }] });

  const { internalAccounts } = context.clients;
  const { data } =
    customerId === undefined
      ? await internalAccounts.listPlatformInternalAccounts({ currency })
      : await internalAccounts.listCustomerInternalAccounts({ customerId, currency });
  const account = data.find(isOrdinary) ?? data[0];
  return account && uuidIn(account.id);
}

/** A wallet is used only if the payer has no other account in the asset. */
const isOrdinary = ({ type }: InternalAccount) => type === InternalAccountType.INTERNAL_CRYPTO;
