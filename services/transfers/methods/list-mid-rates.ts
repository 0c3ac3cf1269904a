// ListMidRates: the rates of one currency with all others, without fees. For services that compare amounts.
import type { MidRateService } from '../../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import { currencies } from '../../kit/core/currencies.ts';
import type { TransfersMethod } from '../context.ts';
import { rateBetween } from '../domain/rates/rates.ts';
import { textOf } from '../domain/shared/decimal.ts';
import { currentRatesIfAny } from '../steps/rates/current-rates.ts';

export const listMidRates: TransfersMethod<typeof MidRateService.method.listMidRates> = async ({ side }, context) => {
  const rates = await currentRatesIfAny(context);
  const data = currencies.flatMap(({ code }) => {
    const [sendingCurrency, receivingCurrency] = side.case === 'sendingCurrency' ? [side.value, code] : [code, side.value ?? ''];
    const rate = rateBetween(rates, sendingCurrency, receivingCurrency);
    return rate ? [{ sendingCurrency, receivingCurrency, rate: textOf(rate) }] : [];
  });
  return { data };
};
