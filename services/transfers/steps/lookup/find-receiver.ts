// The owner of a UMA address: a customer of the platform, or of an external institution.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { TransactionType } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import type { PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { currencyOf } from '../../../kit/core/currencies.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { UmaAddress } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import { requiredByPlatform } from '../../domain/uma/customer-fields.ts';
import { acceptanceOf, type Receiver } from '../../domain/uma/lookup.ts';
import { findUmaCustomer } from './find-payer.ts';

export interface UmaInquiry {
  readonly address: UmaAddress;
  /** Absent: the platform itself pays. */
  readonly payer?: Customer;
  readonly config: PlatformConfig | undefined;
}

export interface FoundReceiver extends Receiver {
  /** Set if the receiver is a customer of the platform. */
  readonly customer?: Customer;
}

/** Throws SELF_PAYMENT, COUNTERPARTY_NOT_ALLOWED, UMA_NOT_FOUND, and errors of the external institution. */
export async function findReceiver(context: TransfersContext, inquiry: UmaInquiry): Promise<FoundReceiver> {
  const { address, payer, config } = inquiry;
  const customer = await findUmaCustomer(context, address.text);
  if (customer && customer.id === payer?.id) throw fail(ErrorCode.SELF_PAYMENT, 'A customer cannot pay their own UMA address.');
  if (customer) return { customer, ...receivedBy(customer, config) };
  if (address.host === (config?.umaDomain ?? context.defaultUmaDomain)) {
    throw fail(ErrorCode.UMA_NOT_FOUND, `No customer of this platform has the UMA address ${address.text}.`);
  }
  await refuseBlocked(context, address);
  const { environment } = context.caller;
  const sender = payer && { sender: payer.umaAddress };
  return context.uma.lookUp({ environment, receiver: address, ...sender });
}

/** The currencies that a customer accepts: its own, if they are enabled for incoming payments. Stablecoins of platforms have no rates. */
function receivedBy(customer: Customer, config: PlatformConfig | undefined): Receiver {
  const open = (config?.supportedCurrencies ?? [])
    .filter(({ enabledTransactionTypes }) => enabledTransactionTypes.includes(TransactionType.INCOMING))
    .map(({ currencyCode }) => currencyCode)
    .filter((code) => currencyOf(code) !== undefined);
  const used = customer.currencies.length > 0 ? customer.currencies.filter((code) => open.includes(code)) : open;
  return { accepted: used.map((code) => acceptanceOf(code, config)), payerFields: requiredByPlatform(config, used) };
}

/** Institutions that are known but not on the allow list are not called. In production, unknown ones count as not on the list. */
export async function refuseBlocked({ clients, caller }: TransfersContext, { host }: UmaAddress): Promise<void> {
  const { provider } = await clients.umaProviders.findUmaProvider({ domain: host });
  const isAllowed = provider ? provider.allowListStatus : caller.environment === 'sandbox';
  if (isAllowed) return;
  throw fail(ErrorCode.COUNTERPARTY_NOT_ALLOWED, `The provider ${host} is not on the allow list. Its customers cannot be paid.`);
}
