// Two processes of the service on one database: the first takes the snapshot, and the other uses the same.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ListRatesResponseSchema, RateService } from '../../../gen/payments/rates/v1/rate_pb.ts';
import { ExchangeRateService } from '../../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import { startRates } from './rates-world.ts';
import { startSecond } from './second-process.ts';

const world = await startRates();
let callsElsewhere = 0;

/** Its source of rates returns something else. */
const second = await startSecond(world, {
  remote: async (method, request, call) => {
    if (method.parent !== RateService) return world.running.dispatch(method, request, call);
    callsElsewhere += 1;
    const worth = (currency: string, units: string) => ({ currency, units, dollars: '1' });
    const currencies = [worth('USD', '1'), worth('EUR', '0.5'), worth('BTC', '0.00001')];
    return { message: create(ListRatesResponseSchema, { currencies }), replayed: false };
  },
  settings: { mode: 'production', serviceUrls: new Map([['rates', 'http://elsewhere.example']]) },
});

test('both use the rates that were stored first', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });
  const here = () => tenant.internal(ExchangeRateService).listExchangeRates(request);
  const there = () => second.client(ExchangeRateService, tenant).listExchangeRates(request);

  const [first, other] = [await here(), await there()];
  world.wall.advance(300_000);
  const [third, fourth] = [await there(), await here()];

  expect([first, third].map(({ data }) => data[0]?.receivingAmount)).toEqual([9_154n, 4_975n]);
  expect([other, fourth]).toEqual([first, third]);
  expect([world.market.listed, callsElsewhere]).toEqual([1, 1]);
});

const request = { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 10_000n };
