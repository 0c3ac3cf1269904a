// Where refunds of crypto assets land that came from outside: an account of the payer inside, never the wallet that sent.
import { type InternalAccount, InternalAccountType } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransactionCore } from '../../domain/shared/transaction-core.ts';
import { platformOwnerId } from './parties.ts';

/**
 * uuid of the payer's account in the asset, which is opened where there is none. Undefined for a
 * customer who was deleted without one, or who has no wallet in USDB.
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

/** A wallet takes refunds where the payer has nothing else in the asset. */
const isOrdinary = ({ type }: InternalAccount) => type === InternalAccountType.INTERNAL_CRYPTO;
