// Simulates a payment from a sandbox UMA address to a customer of the platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { TransactionType } from '../../../gen/payments/common/v1/payment_pb.ts';
import type { Customer } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { PlatformConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { ReceiveUmaPaymentRequest, UmaSandboxService } from '../../../gen/payments/transfers/v1/uma_sandbox_pb.ts';
import { currencyOf } from '../../kit/core/currencies.ts';
import { fail, refusalFrom } from '../../kit/messages/fail.ts';
import { parseUma, type UmaAddress } from '../../kit/messages/uma-address.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toIncomingPayment } from '../convert.ts';
import { toReadiness } from '../convert-customer.ts';
import type { UmaPayment } from '../domain/incoming/incoming.ts';
import { refuseUnready } from '../domain/quote/admission.ts';
import { exactAmountMax } from '../domain/rates/pricing.ts';
import type { Money } from '../domain/shared/money.ts';
import { requiredByPlatform } from '../domain/uma/customer-fields.ts';
import { findDeposit } from '../steps/lookup/find-deposit.ts';
import { findUmaCustomer } from '../steps/lookup/find-payer.ts';
import { findOwner } from '../steps/shared/parties.ts';
import { create } from '../steps/shared/transition.ts';
import { draftUmaPayment } from '../steps/uma/draft-incoming.ts';

/** The approval of the platform is requested afterwards. */
export const receiveUmaPayment: TransfersMethod<typeof UmaSandboxService.method.receiveUmaPayment> = async (request, context) => {
  const received = { currency: request.receivingCurrencyCode, amount: request.receivingCurrencyAmount ?? 0n };
  if (received.amount < 1n) throw fail(ErrorCode.INVALID_AMOUNT, 'receivingCurrencyAmount must be at least 1.');
  const sender = parseUma(request.senderUmaAddress ?? '');
  const senderCurrency = await currencyAt(context, sender);
  const receiver = await receiverOf(context, request);
  if (receiver.umaAddress === sender.text) throw fail(ErrorCode.SELF_PAYMENT, 'Sender and receiver are the same UMA address.');
  const { config } = await context.clients.platforms.getPlatform({});
  if (!config?.webhookEndpoint) {
    throw fail(
      ErrorCode.WEBHOOK_ENDPOINT_NOT_SET,
      'Set webhookEndpoint with PATCH /config first. It approves incoming UMA payments.',
    );
  }
  refuseReceived(received, config);
  refuseUnready(toReadiness(receiver), config);

  const payment = await draft(context, { sender, senderCurrency, receiver, received, config });
  await create(context, payment, { event: 'received' });
  return toIncomingPayment(payment, context.clock.now());
};

/** Only sandbox UMA addresses can pay in the sandbox. */
async function currencyAt({ uma, caller }: TransfersContext, receiver: UmaAddress): Promise<string> {
  try {
    const { accepted } = await uma.lookUp({ environment: caller.environment, receiver });
    return accepted[0]?.currency ?? '';
  } catch (error) {
    if (!refusalFrom(error)) throw error;
    throw fail(ErrorCode.UMA_NOT_FOUND, `No sandbox sender has the UMA address ${receiver.text}.`);
  }
}

async function receiverOf(
  context: TransfersContext,
  { receiverUmaAddress, customerId }: ReceiveUmaPaymentRequest,
): Promise<Customer> {
  const customer =
    customerId === undefined
      ? await findUmaCustomer(context, parseUma(receiverUmaAddress ?? '').text)
      : (await findOwner(context, customerId))?.customer;
  if (customer && !customer.isDeleted) return customer;
  throw fail(ErrorCode.USER_NOT_FOUND, `There is no customer ${customerId ?? receiverUmaAddress}.`);
}

function refuseReceived({ currency, amount }: Money, config: PlatformConfig): void {
  const settings = config.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);
  if (!currencyOf(currency) || !settings?.enabledTransactionTypes.includes(TransactionType.INCOMING)) {
    throw fail(ErrorCode.INVALID_CURRENCY, `Incoming transactions in ${currency} are not enabled for this platform.`);
  }
  const { minAmount: min = 1n, maxAmount: max = exactAmountMax } = settings;
  if (amount >= min && amount <= max) return;
  const details = { min: Number(min), max: Number(max), currency };
  throw fail(ErrorCode.AMOUNT_OUT_OF_RANGE, `The amount must be between ${min} and ${max} ${currency}.`, details);
}

interface Named {
  readonly sender: UmaAddress;
  readonly senderCurrency: string;
  readonly receiver: Customer;
  readonly received: Money;
  readonly config: PlatformConfig;
}

async function draft(context: TransfersContext, named: Named): Promise<UmaPayment> {
  const { sender, receiver, received, config } = named;
  const deposit = await findDeposit(context, receiver.id ?? '', received.currency);
  if (!deposit) throw fail(ErrorCode.INVALID_RECEIVER, `${receiver.umaAddress} has no account that can receive payments.`);
  const known = { key: context.operationId, environment: context.caller.environment, sender, amount: received };
  const names = requiredByPlatform(config, [received.currency]).map(({ name }) => name);
  const [info, required] = await Promise.all([context.uma.disclose(known, names), context.uma.requiredFields(known)]);

  const payment = await draftUmaPayment(context, { ...named, deposit, info, required });
  if (payment) return payment;
  throw fail(ErrorCode.AMOUNT_OUT_OF_RANGE, `The amount cannot be converted from ${named.senderCurrency}.`);
}
