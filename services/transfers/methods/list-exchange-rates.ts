// Returns the current rates of the platform's quotes, per corridor and rail.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { TransactionType } from '../../../gen/payments/common/v1/payment_pb.ts';
import type { PlatformConfig, PlatformCurrencyConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { ExchangeRateService } from '../../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import { currencyMessage, isCurrencyCode } from '../../kit/core/currencies.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { TransfersMethod } from '../context.ts';
import { railOf } from '../convert.ts';
import type { VolumeLimit } from '../domain/quote/volume.ts';
import { payoutRails } from '../domain/rates/corridors.ts';
import type { ServiceFee } from '../domain/rates/fees.ts';
import { allInRate, exactAmountMax, isBeyondMax, priceSending, printedRate, type Terms } from '../domain/rates/pricing.ts';
import type { Rates } from '../domain/rates/rates.ts';
import { textOf } from '../domain/shared/decimal.ts';
import { currentRates } from '../steps/rates/current-rates.ts';
import { termsOf } from '../steps/rates/terms.ts';

const defaultAmount = 10_000n;

export const listExchangeRates: TransfersMethod<typeof ExchangeRateService.method.listExchangeRates> = async (
  request,
  context,
) => {
  const { sourceCurrency, destinationCurrency, sendingAmount = defaultAmount } = request;
  for (const code of [...(sourceCurrency === undefined ? [] : [sourceCurrency]), ...destinationCurrency]) {
    if (!isCurrencyCode(code)) throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${code}.`);
  }

  const { store, caller, clients } = context;
  const [{ config }, limits, rates, serviceFees] = await Promise.all([
    clients.platforms.getPlatform({}),
    store.limits.all(caller.platformId),
    currentRates(context),
    store.serviceFees.all(caller.platformId),
  ]);
  const sources = enabled(config, sourceCurrency === undefined ? [] : [sourceCurrency]).filter(paysOut);
  const destinations = enabled(config, destinationCurrency);
  const updatedAt = timestampFromDate(rates.takenAt);
  const rowsOf = rowMaker({ config, sendingAmount, rates, limits, serviceFees });
  const data = sources.flatMap((source) => destinations.flatMap(({ currencyCode }) => rowsOf(source, currencyCode)));
  return { data: data.map((row) => ({ ...row, updatedAt })) };
};

/** The platform's currencies in alphabetical order, limited to `only`. */
function enabled(config: PlatformConfig | undefined, only: readonly string[]): PlatformCurrencyConfig[] {
  const all = config?.supportedCurrencies ?? [];
  const named = only.length ? all.filter(({ currencyCode }) => only.includes(currencyCode)) : all;
  return named.toSorted((one, other) => (one.currencyCode < other.currencyCode ? -1 : 1));
}

function paysOut({ enabledTransactionTypes }: PlatformCurrencyConfig): boolean {
  return enabledTransactionTypes.includes(TransactionType.OUTGOING);
}

interface Snapshot {
  readonly config: PlatformConfig | undefined;
  readonly sendingAmount: bigint;
  readonly rates: Rates;
  readonly limits: readonly VolumeLimit[];
  readonly serviceFees: readonly ServiceFee[];
}

function rowMaker({ config, sendingAmount, rates, limits, serviceFees }: Snapshot) {
  return (source: PlatformCurrencyConfig, receiving: string) => {
    const { currencyCode: sending, minAmount = 0n, maxAmount = 0n } = source;
    const pricing = { pair: { sending, receiving }, requested: {}, config, rates, serviceFees };
    const { singleMax = maxAmount } = limits.find((limit) => limit.sending === sending && limit.receiving === receiving) ?? {};
    const corridor = {
      sourceCurrency: currencyMessage(sending),
      destinationCurrency: currencyMessage(receiving),
      sendingAmount,
      minSendingAmount: minAmount,
      maxSendingAmount: singleMax < maxAmount ? singleMax : maxAmount,
    };
    return payoutRails(receiving).flatMap((rail) => {
      const terms = termsOf(pricing, { rail });
      return terms ? [{ ...corridor, destinationPaymentRail: railOf(rail), ...offerOf(terms, sendingAmount) }] : [];
    });
  };
}

/**
 * Below the fees the received amount is zero, and the rate is the one without fees. Throws INVALID_INPUT if the received amount would
 * exceed the maximum.
 */
function offerOf(terms: Terms, sendingAmount: bigint) {
  const price = priceSending(terms, sendingAmount);
  if (!price && isBeyondMax(terms, sendingAmount)) {
    throw invalidInput([{ field: 'sendingAmount', message: `is too large: the received amount would exceed ${exactAmountMax}` }]);
  }
  const fixed = terms.platformFee.fixed + terms.serviceFee.fixed;
  return {
    receivingAmount: price?.receiving ?? 0n,
    exchangeRate: textOf(price ? allInRate(terms, price) : printedRate(terms.rate)),
    fees: { fixed, total: price?.fees ?? fixed },
  };
}
