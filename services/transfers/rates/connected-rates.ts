// The operator's rate source, called by RPC.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { CurrencyWorth, RateService } from '../../../gen/payments/rates/v1/rate_pb.ts';
import { isCurrencyCode } from '../../kit/core/currencies.ts';
import type { Worth } from '../domain/rates/rates.ts';
import { parseDecimal } from '../domain/shared/decimal.ts';
import type { RateSource } from './rate-source.ts';

export function connectedRates(client: Client<typeof RateService>): RateSource {
  return {
    list: async (now) => {
      const { currencies } = await client.listRates({});
      return { takenAt: now, worths: new Map(currencies.filter(isKnown).map((one) => [one.currency, worthIn(one)])) };
    },
    holds: async ({ key, sending: sendingCurrency, receiving: receivingCurrency, rate, amount, lockedAt }) => {
      const locked = { key, sendingCurrency, receivingCurrency, rate, amount, lockedAt: timestampFromDate(lockedAt) };
      return (await client.confirmRate(locked)).isHeld;
    },
  };
}

const isKnown = ({ currency }: CurrencyWorth) => isCurrencyCode(currency);

/** Throws unless the text is a positive number. */
function worthIn({ currency, units, dollars }: CurrencyWorth): Worth {
  const worth = { units: parseDecimal(units), dollars: parseDecimal(dollars) };
  if (worth.units.digits > 0n && worth.dollars.digits > 0n) return worth;
  throw new RangeError(`The rate source returned an invalid rate: ${units} ${currency} for ${dollars} USD.`);
}
