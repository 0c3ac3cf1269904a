// The parties of a requested quote, refused in the contract's order if they cannot pay each other.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import type { PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import { invalidInput } from '../../../kit/messages/validate.ts';
import type { TransfersContext } from '../../context.ts';
import { toReadiness } from '../../convert-customer.ts';
import { refuseInactive, refuseUnready } from '../../domain/quote/admission.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import { type QuoteTerms, refuseLockedAmount } from '../../domain/quote/quote-terms.ts';
import { realtimeSource, type Source } from '../../domain/quote/source.ts';
import { notYet } from '../../domain/shared/not-yet.ts';
import { findQuoted, type Quoted } from '../lookup/find-quoted.ts';
import { type Ends, findEnds, findOwner, type Owner } from '../shared/parties.ts';
import { findRail } from '../shared/rail-of.ts';

export interface Parties {
  readonly source: Source;
  readonly destination: Destination;
  /** The payer. */
  readonly owner: Owner;
  /** The receiver, if the destination is internal and has another owner. */
  readonly receiver?: Owner;
  readonly config: PlatformConfig | undefined;
  /** The result of the lookup. */
  readonly quoted?: Quoted;
}

export async function partiesOf(context: TransfersContext, requested: QuoteTerms): Promise<Parties> {
  refuseLockedAmount(requested);
  const [found, quoted] = await Promise.all([
    findEnds(context, { source: requested.sourceId, destination: requested.destinationId }),
    findQuoted(context, requested),
  ]);
  const ends = quoted?.destination ? { ...found, destination: quoted.destination } : found;
  const { source, destination } = existing(ends, requested);
  if ([source, destination].some(isOnRail) && !findRail(context)) {
    throw notYet('An external payment without a configured rail');
  }
  const owner = await ownerOf(context, source, requested);
  for (const end of quoted?.receiver ? [source] : [source, destination]) refuseForeign(end, owner);
  const { config } = ends.platform;
  refuseUnready(owner.customer && toReadiness(owner.customer), config);
  for (const end of [source, destination]) refuseInactive(end);
  const receiver = quoted?.receiver ? umaReceiver(quoted.receiver, owner) : await receiverOf(context, { source, destination });
  return { source, destination, owner, config, ...(receiver && { receiver }), ...(quoted && { quoted }) };
}

const isOnRail = ({ kind }: Source | Destination) => kind !== 'INTERNAL' && kind !== 'UMA';

/** A customer of the platform that is paid by UMA address. */
function umaReceiver(customer: Customer, { id: payerId }: Owner): Owner {
  const { id = '', platformCustomerId } = customer;
  if (id === payerId) throw fail(ErrorCode.SELF_PAYMENT, 'A customer cannot pay their own UMA address.');
  return { id, platformCustomerId, customer };
}

function existing({ source: account, destination }: Ends, requested: QuoteTerms): { source: Source; destination: Destination } {
  const source = requested.realtime ? realtimeSource(requested.realtime) : account;
  const errors = [];
  if (!source) errors.push({ field: 'source.accountId', message: 'is not an account of this platform' });
  if (!destination) errors.push({ field: 'destination.accountId', message: 'is not an account of this platform' });
  if (!source || !destination) throw invalidInput(errors);
  if (requested.sourceId === requested.destinationId)
    throw fail(ErrorCode.SELF_PAYMENT, 'Source and destination are the same account.');
  if (requested.isImmediate) refuseImmediate(source);
  return { source, destination };
}

function refuseImmediate({ kind, isEmbeddedWallet }: Source): void {
  if (isEmbeddedWallet) {
    throw fail(
      ErrorCode.INVALID_INPUT,
      'A wallet must sign the execution. Create the quote without immediatelyExecute, then execute it with the signature.',
    );
  }
  if (kind !== 'PUSH') return;
  throw fail(
    ErrorCode.INVALID_INPUT,
    'This account does not support pull payments. Send the funds as described in paymentInstructions; the quote then executes automatically.',
  );
}

/** The owner of the account. For an account of the platform, the customer for whom it pays. */
async function ownerOf(context: TransfersContext, { customerId }: Source, { onBehalfOf }: QuoteTerms): Promise<Owner> {
  const field = 'source.customerId';
  if (customerId !== undefined && onBehalfOf !== undefined && customerId !== onBehalfOf) {
    throw invalidInput([{ field, message: 'is not the owner of the source account' }]);
  }
  const owner = await findOwner(context, customerId ?? onBehalfOf);
  if (!owner || (customerId === undefined && owner.customer?.isDeleted)) {
    throw invalidInput([{ field, message: 'is not a customer of this platform' }]);
  }
  return owner;
}

/** An external account must belong to the payer or the platform. */
function refuseForeign({ id = '', kind, customerId }: Source | Destination, owner: Owner): void {
  if (kind === 'INTERNAL' || kind === 'UMA' || customerId === undefined || customerId === owner.id) return;
  throw fail(ErrorCode.INVALID_BANK_ACCOUNT, `The account ${id} does not belong to the payer.`);
}

async function receiverOf(
  context: TransfersContext,
  { source, destination }: Pick<Parties, 'source' | 'destination'>,
): Promise<Owner | undefined> {
  if (destination.kind !== 'INTERNAL') return undefined;
  if (source.kind === 'INTERNAL' && destination.customerId === source.customerId) return undefined;
  return findOwner(context, destination.customerId);
}
