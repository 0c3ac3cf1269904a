// Where refunds of crypto assets land that came from outside: an account of the payer inside, never the wallet that sent.
import { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { uuidOf } from '../../kit/ids.ts';
import type { TransfersContext } from '../context.ts';
import type { Transaction } from '../domain/record.ts';
import { platformOwnerId } from './parties.ts';

/** uuid of the payer's account in the asset, which is opened where there is none. */
export async function refundAccountOf(context: TransfersContext, { owner, sent }: Transaction): Promise<string> {
  const { currency } = sent;
  const customerId = owner === platformOwnerId(context) ? undefined : owner;
  if (customerId === undefined) await context.clients.accounts.openPlatformAccounts({ currencies: [currency] });
  else await context.clients.accounts.openCustomerAccounts({ openings: [{ customerId, currencies: [currency] }] });

  const { internalAccounts } = context.clients;
  const type = InternalAccountType.INTERNAL_CRYPTO;
  const { data } =
    customerId === undefined
      ? await internalAccounts.listPlatformInternalAccounts({ currency, type })
      : await internalAccounts.listCustomerInternalAccounts({ customerId, currency, type });
  const uuid = data[0] && uuidOf('InternalAccount', data[0].id);
  if (!uuid) throw new Error(`The owner ${owner} has no account in ${currency} that a refund could go to.`);
  return uuid;
}
