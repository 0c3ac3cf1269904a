// A production installation with a source of rates and an operator's rail, both simulated by the test.
import { create } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  type IssueCoordinatesRequest,
  IssueCoordinatesResponseSchema,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import {
  type ConfirmRateRequest,
  ConfirmRateResponseSchema,
  ListRatesResponseSchema,
  RateService,
} from '../../../gen/payments/rates/v1/rate_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import type { Tenant } from '../../kit/platform.ts';
import { accountOf, quote, startTransfers, type TransfersWorld, transaction } from './transfers-world.ts';

/** The current behaviour of the source of rates. */
export interface Market {
  /** Euro for one dollar. */
  euro: string;
  isAway: boolean;
  isHeld: boolean;
  /** How often all rates were requested. */
  listed: number;
  readonly confirmed: ConfirmRateRequest[];
}

export interface RatesWorld extends TransfersWorld {
  readonly market: Market;
}

export async function startRates(): Promise<RatesWorld> {
  const elsewhere = 'http://operator.example';
  const world = await startTransfers({
    settings: {
      serviceUrls: new Map([
        ['rates', elsewhere],
        ['rails', elsewhere],
      ]),
    },
  });
  const market: Market = { euro: '0.92', isAway: false, isHeld: true, listed: 0, confirmed: [] };
  const refuseAway = () => {
    if (market.isAway) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'Nobody is here.');
  };
  world.absent.answer(RateService.method.listRates, () => {
    market.listed += 1;
    refuseAway();
    const worth = (currency: string, units: string, dollars = '1') => ({ currency, units, dollars });
    const currencies = [worth('USD', '1'), worth('EUR', market.euro), worth('BTC', '1', '120000'), worth('ZZZ', '3')];
    return create(ListRatesResponseSchema, { currencies });
  });
  world.absent.answer(RailService.method.issueCoordinates, (request) => {
    const { currency, reference } = request as IssueCoordinatesRequest;
    const value = { accountNumber: '5500000001', routingNumber: '021000021', reference };
    const coordinates = currency === 'USD' ? [{ accountOrWalletInfo: { info: { case: 'usdAccount' as const, value } } }] : [];
    return create(IssueCoordinatesResponseSchema, { coordinates });
  });
  world.absent.answer(RateService.method.confirmRate, (request) => {
    market.confirmed.push(request as ConfirmRateRequest);
    refuseAway();
    return create(ConfirmRateResponseSchema, { isHeld: market.isHeld });
  });
  return { ...world, market };
}

/** A production platform with 1,000 dollars and an account in euro. */
export async function newTrader(world: RatesWorld) {
  const tenant = await world.newPlatform({ environment: 'production' });
  await world.settle();
  const [dollars, euro] = [await accountOf(tenant, undefined, 'USD'), await accountOf(tenant, undefined, 'EUR')];
  const funding = await pushed(tenant, { to: dollars, amount: 100_000 });
  await deposit(tenant, funding.transactionId, 100_000n);
  return { tenant, dollars, euro };
}

/** A quote funded from outside. */
export async function pushed(tenant: Tenant, { to, amount = 1_000 }: { to: string; amount?: number }) {
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' };
  const { status, body } = await quote(tenant, '', to, { source, lockedCurrencyAmount: amount });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** The funding of the quote has arrived. */
export async function deposit(tenant: Tenant, transactionId: string, amount = 1_000n): Promise<void> {
  const { reference } = (await transaction(tenant, transactionId)).reconciliationInstructions;
  await tenant.internal(RailReportService).reportDeposit({ depositId: transactionId, reference, currency: 'USD', amount });
}
