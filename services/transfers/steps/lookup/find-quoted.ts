// The result of the lookup that a quote refers to. Its problems are reported later, in the order of refusals.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail, type Refusal, refusalFrom } from '../../../kit/messages/fail.ts';
import { parseUma, type UmaAddress } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import type { QuoteTerms } from '../../domain/quote/quote-terms.ts';
import { isUsable, type Lookup } from '../../domain/uma/lookup.ts';
import { findExactDeposit } from './find-deposit.ts';
import { findUmaCustomer } from './find-payer.ts';

export interface Quoted {
  readonly problem?: Refusal;
  readonly lookup?: Lookup;
  /** For a payment to a UMA address. */
  readonly address?: UmaAddress;
  /** The receiver, if it is a customer of the platform. */
  readonly receiver?: Customer;
  readonly destination?: Destination;
}

/** Undefined if the request has neither a lookup nor a UMA address. */
export async function findQuoted(context: TransfersContext, requested: QuoteTerms): Promise<Quoted | undefined> {
  if (!requested.isUma)
    return requested.lookupId === undefined ? undefined : lookedUp(context, requested, requested.destinationId);
  try {
    const address = parseUma(requested.destinationId);
    const found = await lookedUp(context, requested, address.text);
    const currency = requested.currency ?? found.lookup?.accepted[0]?.currency ?? '';
    if (!found.lookup) return { ...found, address, destination: remote(address.text, currency) };
    return { ...found, address, ...(await receiverOf(context, address, currency)), ...notTaken(found.lookup, currency) };
  } catch (error) {
    const problem = refusalFrom(error);
    if (problem?.code !== ErrorCode.INVALID_UMA_ADDRESS) throw error;
    return { problem, destination: remote(requested.destinationId, requested.currency ?? '') };
  }
}

async function lookedUp(
  { store, caller, clock }: TransfersContext,
  { lookupId = '' }: QuoteTerms,
  receiver: string,
): Promise<Quoted> {
  const uuid = uuidOf('Lookup', lookupId);
  const lookup = uuid && (await store.lookups.find(caller.platformId, uuid));
  if (lookup && isUsable(lookup, receiver, clock.now())) return { lookup };
  const message = `The lookup ${lookupId} of ${receiver} does not exist or has expired. Look up the receiver again.`;
  return { problem: fail(ErrorCode.LOOKUP_REQUEST_FAILED, message) };
}

function notTaken({ accepted }: Lookup, currency: string): Pick<Quoted, 'problem'> {
  if (accepted.some((one) => one.currency === currency)) return {};
  return { problem: fail(ErrorCode.INVALID_CURRENCY, `The receiver does not accept ${currency}.`) };
}

/** A customer of the platform is paid to an account, others through their institution. */
async function receiverOf(context: TransfersContext, { text }: UmaAddress, currency: string): Promise<Quoted> {
  const receiver = await findUmaCustomer(context, text);
  if (!receiver) return { destination: remote(text, currency) };
  const deposit = await findExactDeposit(context, receiver.id ?? '', currency);
  if (deposit) return { receiver, destination: { ...deposit, identifier: text } };
  const message = `The receiver has no account in ${currency} that can receive payments.`;
  return { receiver, destination: remote(text, currency), problem: fail(ErrorCode.INVALID_RECEIVER, message) };
}

function remote(id: string, currency: string): Destination {
  return { id, kind: 'UMA', currency, status: 'ACTIVE', rails: [], isLightningOrSpark: false, identifier: id };
}
