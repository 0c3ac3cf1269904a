// Concurrent resets of a factor at two processes: the limit holds, and one completion takes effect.
import { expect, test } from 'vitest';
import { atOnce } from '../kit/at-once.ts';
import { newEuropean } from '../kit/european.ts';
import { mobile } from '../services/auth/sca-resets.ts';
import { countBy, times } from './callers.ts';
import { startPair } from './pair.ts';

const { doors, rest } = await startPair();

test('of 200 starts five are accepted, and of 200 completions of the last one succeeds', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const at = (path = '') => `/sca/factors/reset${path}?customerId=${customerId}`;

  const starts = await atOnce(
    doors,
    times((door) => door('POST', at(), { body: { factor: 'SMS_OTP' } })),
  );
  await rest('POST', '/sandbox/clock/advance', { body: { seconds: 5 } });
  const ids = starts.filter(({ status }) => status === 201).map(({ body }) => String(body.resetId));
  const states = await Promise.all(ids.map(async (id) => ({ id, state: (await rest('GET', at(`/${id}`))).body.status })));
  const [open] = states.filter(({ state }) => state === 'LIVENESS_PASSED');
  const completions = await atOnce(
    doors,
    times((door) => door('POST', at(`/${open?.id}/complete`), { body: { mobile } })),
  );

  expect(countBy(starts)).toEqual({ '201': 5, '429 RATE_LIMITED': 195 });
  expect(states.map(({ state }) => state).toSorted()).toEqual([...Array(4).fill('EXPIRED'), 'LIVENESS_PASSED']);
  expect(completions.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(completions.filter(({ status }) => status === 400)).toHaveLength(199);
  expect((await rest('GET', `/customers/${customerId}`)).body.phoneNumber).toBe(`${mobile.countryCode}${mobile.number}`);
});
