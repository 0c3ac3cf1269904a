// The currency that the payer of a lookup sends: that of its primary internal account for the received currency.
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import type { PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { currencyOf } from '../../../kit/core/currencies.ts';
import type { TransfersContext } from '../../context.ts';
import { primaryCurrencies } from '../../domain/shared/primary-currencies.ts';

/** By the received currency. */
export type SendingCurrency = (receiving: string) => string;

/** Without a payer the platform pays. Stablecoins of platforms have no rates, and are sent only as themselves. */
export async function findSendingCurrency(
  context: TransfersContext,
  payer: Customer | undefined,
  config: PlatformConfig | undefined,
): Promise<SendingCurrency> {
  const held = await heldBy(context, payer);
  return (receiving) => {
    const [, ...others] = primaryCurrencies(receiving, payer, config);
    const wanted = [receiving, ...others.filter((code) => currencyOf(code))];
    return wanted.find((code) => held.has(code)) ?? wanted[1] ?? 'USD';
  };
}

async function heldBy({ clients: { internalAccounts } }: TransfersContext, payer: Customer | undefined): Promise<Set<string>> {
  const { data } = payer
    ? await internalAccounts.listCustomerInternalAccounts({ customerId: payer.id ?? '', limit: 100 })
    : await internalAccounts.listPlatformInternalAccounts({});
  return new Set(data.map(({ balance }) => balance?.currency?.code ?? ''));
}
