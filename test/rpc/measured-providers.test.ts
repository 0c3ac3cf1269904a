// What `/metrics` shows of calls to providers.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { RateService } from '../../gen/payments/rates/v1/rate_pb.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import { startWorld } from '../kit/platform.ts';
import { callRates } from '../kit/provider-calls.ts';

const world = await startWorld();

/** The number of calls, by their labels. */
async function counts(): Promise<readonly string[]> {
  const { payload } = await world.app.inject('/metrics');
  return [...payload.matchAll(/^payments_provider_call_duration_seconds_count(.+)$/gm)].map(([, sample = '']) => sample);
}

test('calls to providers are measured by their outcome, without the platform', async () => {
  await callRates(world);
  await callRates(world);
  world.absent.answer(RateService.method.listRates, () => {
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The source of rates is down.');
  });
  await expect(callRates(world)).rejects.toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE });
  world.absent.answer(RateService.method.listRates, () => {
    throw new Error('A defect.');
  });
  await expect(callRates(world)).rejects.toMatchObject({ code: ErrorCode.SERVICE_SWITCH_ERROR });

  expect(await counts()).toEqual([
    '{provider="rates",method="ListRates",code="OK"} 2',
    '{provider="rates",method="ListRates",code="SERVICE_UNAVAILABLE"} 1',
    '{provider="rates",method="ListRates",code="INTERNAL_ERROR"} 1',
  ]);
});
