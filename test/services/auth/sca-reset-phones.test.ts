// The phone number that completes a reset: required for a lost phone, ignored for other factors.
import { expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { mobile, resetsIn } from './sca-resets.ts';

const world = await startWorld();
const { newApplicant, newHolder, resetsOf } = resetsIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };

test.each([
  [undefined, 'mobile'],
  [{}, 'mobile'],
  [{ mobile: { ...mobile, countryCode: '49' } }, 'mobile.countryCode'],
  [{ mobile: { ...mobile, countryCode: '+049' } }, 'mobile.countryCode'],
  [{ mobile: { ...mobile, number: '123' } }, 'mobile.number'],
  [{ mobile: { ...mobile, number: '123456789012345' } }, 'mobile.number'],
  [{ mobile: { countryCode: '+49' } }, 'mobile.number'],
  [{ mobile: { ...mobile, number: '123\u00004567' } }, 'mobile.number'],
])('a phone is not reset with %j', async (body, field) => {
  const { passed, status, complete } = resetsOf(await newApplicant());
  const resetId = await passed();

  expect(await complete(resetId, body)).toMatchObject({ ...refused, body: { details: { errors: [{ field }] } } });
  expect((await status(resetId)).status).toBe('LIVENESS_PASSED');
});

test.each([
  ['TOTP', { countryCode: '49', number: 7 }],
  ['TOTP', 7],
  ['PASSKEY', {}],
  ['PASSKEY', null],
])('the reset of a %s ignores the phone %j', async (factor, phone) => {
  const { passed, complete, factors } = await newHolder();

  const completed = await complete(await passed(factor), { mobile: phone });

  expect(completed.status).toBe(204);
  expect(await factors()).not.toContain(factor);
});
