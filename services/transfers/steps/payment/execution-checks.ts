// Checks that are repeated at execution, because much may have changed since the quote was created.
import { InternalAccountStatus } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { fail, refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { toReadiness } from '../../convert-customer.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import {
  isUnverified,
  refuseInactive,
  refuseShort,
  refuseUnready,
  refuseUnverifiedWallet,
} from '../../domain/quote/admission.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import type { Source } from '../../domain/quote/source.ts';
import type { VolumeLimit } from '../../domain/quote/volume.ts';
import { type Money } from '../../domain/shared/money.ts';
import { isAuthorized } from '../quote/authorization.ts';
import { currentRates } from '../rates/current-rates.ts';
import { needsRate } from '../rates/locked-rate.ts';
import { type Ends, findEnds, findOwner, type Owner, platformOwnerId } from '../shared/parties.ts';
import { refuseOverCaps } from '../shared/volume.ts';

export type Payer = Pick<Ends, 'source' | 'destination'> & { readonly owner: Owner | undefined };

export interface Limited {
  /** Of the payment's corridor, if any. */
  readonly limit?: VolumeLimit | undefined;
}

/** Checks the customer, both accounts and the ownership of wallets, in this order. */
export async function refuseChanged(context: TransfersContext, quote: OutgoingPayment): Promise<Payer> {
  const { owner: ownerId, receiver, funding } = quote;
  const { sender } = funding;
  const [ends, owner] = await Promise.all([
    findEnds(context, { source: sender, destination: receiver }),
    findOwner(context, ownerId === platformOwnerId(context) ? undefined : ownerId),
  ]);
  const { source, destination, platform } = ends;

  refuseUnready(owner?.customer && toReadiness(owner.customer), platform.config);
  if (sender && !source) throw deleted(sender);
  if (source) refuseInactive(source);
  if (quote.quote.destinationKind !== 'UMA' && !destination) throw deleted(receiver);
  if (destination) refuseInactive(destination);
  if (source) await refuseUnverified(context, source, quote.sent);
  if (destination) await refuseUnverified(context, destination, quote.received);
  return { owner, source, destination };
}

/**
 * Checks the volume limits, then the balance. The intent and the hold check them too; they are checked earlier only if a challenge or the
 * confirmation of the rate would otherwise come first.
 */
export async function refuseBeyond(
  context: TransfersContext,
  quote: OutgoingPayment,
  { owner, source, limit }: Omit<Payer, 'destination'> & Limited,
): Promise<void> {
  if (!needsRate(quote) && !isAuthorized({ owner, source }, quote.sent.currency)) return;
  await refuseOverCaps(context, quote, limit);
  refuseShort(source?.available, quote.sent);
}

/** Rates are read only if they matter. */
async function refuseUnverified(context: TransfersContext, end: Source | Destination, moved: Money): Promise<void> {
  if (isUnverified(end.status)) refuseUnverifiedWallet(end, moved, await currentRates(context));
}

/** Whether arrived funds can still be paid out. */
export async function isStillSound(context: TransfersContext, quote: OutgoingPayment): Promise<boolean> {
  try {
    await refuseChanged(context, quote);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500) throw error;
    return false;
  }
  return canTakeFee(context, quote);
}

const deleted = (id: string) => fail(ErrorCode.INVALID_RECEIVER, `The account ${id} was deleted.`);

/** Whether the account for the platform fee still exists. */
export async function canTakeFee({ clients }: TransfersContext, quote: OutgoingPayment): Promise<boolean> {
  const { feeAccountId } = quote.quote;
  if (!feeAccountId) return true;
  const { accounts } = await clients.accounts.getAccounts({ ids: [publicId('InternalAccount', feeAccountId)] });
  return accounts.some(({ kind }) => kind.case === 'internal' && kind.value.status === InternalAccountStatus.ACTIVE);
}
