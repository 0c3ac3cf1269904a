// Customer fields that both sides of a quote require: the payer's are checked and disclosed to the receiver's institution, which
// discloses the receiver's in return.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { UmaAddress } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import { toCustomerFields } from '../../convert-customer.ts';
import type { UmaQuote } from '../../domain/payment/quote-details.ts';
import { purposeNameOf, type QuoteTerms } from '../../domain/quote/quote-terms.ts';
import type { Pair } from '../../domain/rates/fees.ts';
import type { Price } from '../../domain/rates/pricing.ts';
import {
  type CustomerFields,
  missingFields,
  type RequiredField,
  requiredByPlatform,
  requiredByProvider,
  selectFields,
} from '../../domain/uma/customer-fields.ts';
import { refuseBlocked } from '../lookup/find-receiver.ts';
import type { Parties } from './quote-parties.ts';

export interface Quoting {
  readonly requested: QuoteTerms;
  readonly parties: Parties;
  readonly pair: Pair;
  readonly price: Price | undefined;
}

/** Receiver data that the quote stores. Undefined for a payment to an account. */
export async function exchangeCustomerFields(context: TransfersContext, quoting: Quoting): Promise<UmaQuote | undefined> {
  const { requested, parties, pair } = quoting;
  const { quoted, config, owner } = parties;
  if (quoted?.problem) throw quoted.problem;
  const payer = payerFieldsOf(requested, parties);
  if (owner.customer && (quoted?.address || context.caller.environment === 'production')) {
    refuseMissingPayerFields(payer, quoted?.lookup?.payerFields ?? []);
  }
  if (!quoted?.address) return undefined;

  const required = requiredByPlatform(config, [pair.sending, pair.receiving]);
  const { address, receiver } = quoted;
  const info = receiver
    ? selectFields(required, toCustomerFields(receiver))
    : await askInstitution(context, quoting, { address, payer, required });
  refuseMissingReceiverFields(info, requiredByProvider(config, [pair.sending, pair.receiving]));
  return {
    address: address.text,
    counterparty: info,
    ...(owner.customer && { payerAddress: owner.customer.umaAddress }),
    ...(receiver && { payer: selectFields(requiredByPlatform(config, [pair.receiving]), payer) }),
  };
}

/** Data on file, and additional data in the request. */
function payerFieldsOf(requested: QuoteTerms, { owner }: Parties): CustomerFields {
  const purpose = purposeNameOf(requested);
  return {
    ...(owner.customer && toCustomerFields(owner.customer)),
    ...(purpose !== undefined && { PURPOSE_OF_PAYMENT: purpose }),
    ...requested.senderInfo,
  };
}

function refuseMissingPayerFields(payer: CustomerFields, required: readonly RequiredField[]): void {
  const missing = missingFields(payer, required);
  if (missing.length === 0) return;
  const errors = missing.map((name) => ({ field: `senderCustomerInfo.${name}`, message: 'is required by the receiver' }));
  throw fail(ErrorCode.MISSING_MANDATORY_USER_INFO, `The receiver requires: ${missing.join(', ')}.`, { errors });
}

interface Disclosure {
  readonly address: UmaAddress;
  readonly payer: CustomerFields;
  readonly required: readonly RequiredField[];
}

async function askInstitution(
  context: TransfersContext,
  { parties, pair, price }: Quoting,
  { address, payer, required }: Disclosure,
): Promise<CustomerFields> {
  await refuseBlocked(context, address);
  if (!price) return {}; // refused next, because of its amount
  const sender = parties.owner.customer && { sender: parties.owner.customer.umaAddress };
  const received = { currency: pair.receiving, amount: price.receiving };
  const { environment } = context.caller;
  return context.uma.requestPayment({ environment, receiver: address, received, payer, required, ...sender });
}

function refuseMissingReceiverFields(info: CustomerFields, required: readonly RequiredField[]): void {
  const missing = missingFields(info, required);
  if (missing.length === 0) return;
  throw fail(ErrorCode.MISSING_REQUIRED_UMA_PARAMETERS, `The receiver's institution did not provide: ${missing.join(', ')}.`, {
    missing,
  });
}
