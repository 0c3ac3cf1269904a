// Two processes of the service over one database: whoever asks first takes the snapshot, and the other shows the same.
import { create } from '@bufbuild/protobuf';
import { afterAll, expect, test } from 'vitest';
import { ListRatesResponseSchema, RateService } from '../../../gen/payments/rates/v1/rate_pb.ts';
import { ExchangeRateService } from '../../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import type { Caller } from '../../../services/kit/caller.ts';
import { clientOf } from '../../../services/kit/clients.ts';
import { silent } from '../../../services/kit/log.ts';
import { startServices } from '../../../services/kit/process.ts';
import { openSecrets } from '../../../services/kit/secrets.ts';
import { transfers } from '../../../services/transfers/service.ts';
import { startRates } from './rates-world.ts';

const world = await startRates();
let askedElsewhere = 0;

/** Its source of rates tells something else. */
const other = await startServices({
  doors: [transfers],
  databaseUrl: () => world.databaseUrl,
  remote: async (method, request, call) => {
    if (method.parent !== RateService) return world.running.dispatch(method, request, call);
    askedElsewhere += 1;
    const worth = (currency: string, units: string) => ({ currency, units, dollars: '1' });
    const currencies = [worth('USD', '1'), worth('EUR', '0.5'), worth('BTC', '0.00001')];
    return { message: create(ListRatesResponseSchema, { currencies }), replayed: false };
  },
  settings: {
    mode: 'sandbox',
    sandboxTimeScale: 1,
    publicUrl: 'http://localhost:8080',
    dataDir: world.dataDir,
    serviceUrls: new Map([['rates', 'http://elsewhere.example']]),
  },
  secrets: openSecrets([Buffer.alloc(32, 7)]),
  wall: world.wall,
  log: silent,
});
afterAll(() => other.close());

test('rates are those that were stored first', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });
  const here = () => tenant.internal(ExchangeRateService).listExchangeRates(asked);
  const caller: Caller = { platformId: tenant.id, environment: 'production', permissions: [], clockOffsetMs: 0, service: 'test' };
  const call = { caller, requestId: 'test', signal: AbortSignal.timeout(30_000), admitted: false };
  const there = () => clientOf(ExchangeRateService, other.dispatch)(call).listExchangeRates(asked);

  const [first, second] = [await here(), await there()];
  world.wall.advance(300_000);
  const [third, fourth] = [await there(), await here()];

  expect([first, third].map(({ data }) => data[0]?.receivingAmount)).toEqual([9_154n, 4_975n]);
  expect([second, fourth]).toEqual([first, third]);
  expect([world.market.listed, askedElsewhere]).toEqual([1, 1]);
});

const asked = { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 10_000n };
