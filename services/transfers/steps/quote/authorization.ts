// Starts customer authorizations of payments, if the law of the customer's region requires them.
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ScaSubject } from '../../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { ScaFactor } from '../../../../gen/payments/common/v1/sca_pb.ts';
import { isInEurope } from '../../../kit/core/europe.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import { invalidInput } from '../../../kit/messages/validate.ts';
import type { TransfersContext } from '../../context.ts';
import {
  type Authorization,
  agreementOf,
  isGuarded,
  nextStep,
  type Purpose,
  stepsOf,
} from '../../domain/payment/authorization.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';
import { type Destination } from '../../domain/quote/destination.ts';
import type { Source } from '../../domain/quote/source.ts';
import { nameIn } from '../../domain/shared/name-in.ts';
import { findEnds, type Owner } from '../shared/parties.ts';

export interface Payer {
  readonly owner: Owner | undefined;
  /** Absent: realtime funding. */
  readonly source: Source | undefined;
  readonly destination: Destination | undefined;
  /** The factor in the request. */
  readonly factor: ScaFactor | undefined;
}

/** Throws CONFLICT for a quote of the platform itself. */
export function refuseWithoutCustomer({ owner }: QuotedPayment): void {
  if (uuidOf('Customer', owner) !== undefined) return;
  throw fail(ErrorCode.CONFLICT, 'This payment has no customer who could authorize it.', { reason: 'SCA_NOT_REQUIRED' });
}

/** Whether a payment of this payer in this currency requires authorization. An account of the platform has no customer, for whomever it pays. */
export function isAuthorized({ owner, source }: Pick<Payer, 'owner' | 'source'>, currency: string): boolean {
  const isOfPlatform = source?.id !== undefined && source.customerId === undefined;
  return !isOfPlatform && isGuarded(currency) && isInEurope(owner?.customer?.region);
}

/**
 * The first required proof. Undefined if none is required, or the destination is a trusted account. Throws SCA_SESSION_REQUIRED if trust
 * replaces the proof and the customer is not logged in.
 */
export async function authorizationOf(
  context: TransfersContext,
  quote: QuotedPayment,
  payer: Payer,
): Promise<Authorization | undefined> {
  const { destination, factor } = payer;
  if (!isAuthorized(payer, quote.sent.currency)) return undefined;
  const isPushed = quote.funding.kind === 'PUSH';
  if (destination?.isTrusted && !isPushed) {
    await refuseLoggedOut(context, quote);
    return undefined;
  }
  const [purpose] = stepsOf(pairOf(quote));
  return ask(context, quote, { id: context.operationId, purpose, factor });
}

/** Throws INVALID_INPUT for a factor that cannot authorize payments of the customer. */
export async function refuseFactor(
  { clients }: TransfersContext,
  { owner: customerId }: QuotedPayment,
  factor: ScaFactor | undefined,
): Promise<void> {
  if (factor === undefined) return;
  const { isRequired, paymentFactors } = await clients.scaChallenges.getScaStatus({ customerId });
  if (!isRequired || paymentFactors.includes(factor)) return;
  throw invalidInput([{ field: 'scaFactor', message: 'must be a factor of the customer that can authorize payments' }]);
}

/** The next proof, with the same factor. Undefined after the last one. */
export async function nextAuthorization(
  context: TransfersContext,
  quote: QuotedPayment,
  { purpose: done, factor }: Authorization,
): Promise<Authorization | undefined> {
  const purpose = nextStep(pairOf(quote), done);
  return purpose && ask(context, quote, { id: context.ids.next(), purpose, factor: ScaFactor[factor] });
}

interface Asking {
  readonly id: string;
  readonly purpose: Purpose;
  readonly factor: ScaFactor | undefined;
}

async function ask(
  context: TransfersContext,
  quote: QuotedPayment,
  { id, purpose, factor }: Asking,
): Promise<Authorization | undefined> {
  const isPushed = quote.funding.kind === 'PUSH';
  const { challenge } = await context.clients.scaChallenges.openScaChallenge({
    id,
    customerId: quote.owner,
    subject: ScaSubject.QUOTE,
    subjectId: quote.id,
    purpose,
    agreement: agreementOf(quote, purpose, await payeeOf(context, quote)),
    ...(factor !== undefined && { factor }),
    ...(isPushed && { endsBy: timestampFromDate(quote.expiresAt) }),
  });
  if (!challenge?.expiresAt) return undefined;
  return {
    id: uuidOf('ScaChallenge', challenge.id) ?? id,
    factor: factorNamed(challenge.factor),
    availableFactors: challenge.availableFactors.map(factorNamed),
    purpose,
    expiresAt: timestampDate(challenge.expiresAt),
    ...(challenge.passkeyAssertionOptions && { passkeyOptions: challenge.passkeyAssertionOptions }),
  };
}

async function refuseLoggedOut({ clients }: TransfersContext, { owner: customerId }: QuotedPayment): Promise<void> {
  const { isRequired, isLoggedIn } = await clients.scaChallenges.getScaStatus({ customerId });
  if (!isRequired || isLoggedIn) return;
  throw fail(ErrorCode.SCA_SESSION_REQUIRED, 'Payments to a trusted account require a login through /sca/login.');
}

const pairOf = ({ sent, received }: QuotedPayment) => ({ sending: sent.currency, receiving: received.currency });
const factorNamed = (factor: ScaFactor) => nameIn(ScaFactor, factor) as Authorization['factor'];

/** The payee as the customer knows it: a UMA address, a beneficiary, or the id of an internal account. */
async function payeeOf(context: TransfersContext, quote: QuotedPayment): Promise<string> {
  const { uma } = quote.quote;
  if (uma) return uma.address;
  const { destination } = await findEnds(context, { destination: quote.receiver });
  return destination?.payee ?? quote.receiver;
}
