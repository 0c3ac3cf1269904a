// Calls to providers: a deadline of ten seconds whatever the transport does, and slots that no platform can fill alone.
import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListRatesResponseSchema, RateService } from '../../gen/payments/rates/v1/rate_pb.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { places } from '../../services/kit/calls/providers.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idle = new AbortController().signal;

function callOf(platformId: string): Call {
  const caller = { platformId, environment: 'production', permissions: [], clockOffsetMs: 0, service: 'transfers' } as const;
  return { caller, requestId: 'request-1', signal: idle, admitted: true };
}

/** A provider that answers on command. */
function hangingRates() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const calls: Call[] = [];
  const dispatch: Dispatch = async (_method, _request, call) => {
    calls.push(call);
    await answered;
    return { message: create(ListRatesResponseSchema), replayed: false };
  };
  return { calls, answer, rates: clientOf(RateService, dispatch) };
}

const unavailable = expect.objectContaining({ status: 503 });

test('a hanging provider is given up after ten seconds, and its call cancelled', async () => {
  const { calls, rates } = hangingRates();

  const asked = rates(callOf('p1'))
    .listRates({})
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(calls[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);

  expect(await asked).toEqual(unavailable);
  expect(calls[0]?.signal.aborted).toBe(true);
});

test('a caller with a shorter deadline is not kept waiting', async () => {
  const { calls, rates } = hangingRates();
  const deadline = new Date(Date.now() + 2_000);

  const asked = rates({ ...callOf('p1'), deadline })
    .listRates({})
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_000);

  expect(await asked).toEqual(unavailable);
  expect(calls[0]?.deadline).toEqual(deadline);
});

test('one platform fills its own slots and no others', async () => {
  const { answer, rates } = hangingRates();
  const busy = Array.from({ length: places.ofOnePlatform }, () => rates(callOf('busy')).listRates({}));

  await expect(rates(callOf('busy')).listRates({})).rejects.toEqual(unavailable);
  const other = rates(callOf('other')).listRates({});
  answer();
  await Promise.all([...busy, other]);

  await expect(rates(callOf('busy')).listRates({})).resolves.toMatchObject({ currencies: [] });
});

test('all platforms together have a limit of slots', async () => {
  const { answer, rates } = hangingRates();
  const callers = Array.from({ length: places.all }, (_, index) => rates(callOf(`p${index}`)).listRates({}));

  await expect(rates(callOf('late')).listRates({})).rejects.toEqual(unavailable);

  answer();
  await Promise.all(callers);
});

test('a job releases its slot while it waits for a provider', async () => {
  const { answer, rates } = hangingRates();
  const seen: string[] = [];
  const outside: Call['outside'] = async (wait) => {
    seen.push('out');
    const answered = await wait();
    seen.push('in');
    return answered;
  };

  const asked = rates({ ...callOf('p1'), outside }).listRates({});
  expect(seen).toEqual(['out']);
  answer();
  await asked;

  expect(seen).toEqual(['out', 'in']);
});
