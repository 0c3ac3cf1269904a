// What a quote that refers to a look-up is asked: what the receiver wants to know is told, its institution takes the payment, and
// tells what the platform wants to know in return.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { UmaAddress } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import type { UmaQuote } from '../../domain/payment/quote-details.ts';
import { type Asked, purposeNameOf } from '../../domain/quote/quote-request.ts';
import type { Pair } from '../../domain/rates/fees.ts';
import type { Price } from '../../domain/rates/pricing.ts';
import {
  answersTo,
  askedByPlatform,
  missingFrom,
  providerFields,
  type Told,
  toldBy,
  type WantedField,
} from '../../domain/uma/wanted-fields.ts';
import { refuseBlocked } from '../lookup/find-receiver.ts';
import type { Parties } from './quote-parties.ts';

export interface Quoting {
  readonly asked: Asked;
  readonly parties: Parties;
  readonly pair: Pair;
  readonly price: Price | undefined;
}

/** What the quote keeps of its receiver; undefined for a payment to an account. */
export async function refuseUnasked(context: TransfersContext, quoting: Quoting): Promise<UmaQuote | undefined> {
  const { asked, parties, pair } = quoting;
  const { quoted, config, owner } = parties;
  if (quoted?.problem) throw quoted.problem;
  const payer = tellPayer(asked, parties);
  if (owner.customer && (quoted?.address || context.caller.environment === 'production')) {
    refuseUntold(payer, quoted?.lookup?.payerFields ?? []);
  }
  if (!quoted?.address) return undefined;

  const wanted = askedByPlatform(config, [pair.sending, pair.receiving]);
  const { address, receiver } = quoted;
  const told = receiver
    ? answersTo(wanted, toldBy(receiver))
    : await askInstitution(context, quoting, { address, payer, wanted });
  refuseSilent(told, providerFields(config, [pair.sending, pair.receiving]));
  return {
    address: address.text,
    counterparty: told,
    ...(owner.customer && { payerAddress: owner.customer.umaAddress }),
    ...(receiver && { payer: answersTo(askedByPlatform(config, [pair.receiving]), payer) }),
  };
}

/** What is on record, and what the request tells beside it. */
function tellPayer(asked: Asked, { owner }: Parties): Told {
  const purpose = purposeNameOf(asked);
  return {
    ...(owner.customer && toldBy(owner.customer)),
    ...(purpose !== undefined && { PURPOSE_OF_PAYMENT: purpose }),
    ...asked.senderInfo,
  };
}

function refuseUntold(payer: Told, wanted: readonly WantedField[]): void {
  const missing = missingFrom(payer, wanted);
  if (missing.length === 0) return;
  const errors = missing.map((name) => ({ field: `senderCustomerInfo.${name}`, message: 'is required by the receiver' }));
  throw fail(ErrorCode.MISSING_MANDATORY_USER_INFO, `The receiver requires: ${missing.join(', ')}.`, { errors });
}

interface Question {
  readonly address: UmaAddress;
  readonly payer: Told;
  readonly wanted: readonly WantedField[];
}

async function askInstitution(
  context: TransfersContext,
  { parties, pair, price }: Quoting,
  { address, payer, wanted }: Question,
): Promise<Told> {
  await refuseBlocked(context, address);
  if (!price) return {}; // refused next, for its amount
  const sender = parties.owner.customer && { sender: parties.owner.customer.umaAddress };
  const received = { currency: pair.receiving, amount: price.receiving };
  const { environment } = context.caller;
  return context.uma.requestPayment({ environment, receiver: address, received, payer, wanted, ...sender });
}

function refuseSilent(told: Told, required: readonly WantedField[]): void {
  const missing = missingFrom(told, required);
  if (missing.length === 0) return;
  throw fail(ErrorCode.MISSING_REQUIRED_UMA_PARAMETERS, `The receiver's institution does not tell: ${missing.join(', ')}.`, {
    missing,
  });
}
