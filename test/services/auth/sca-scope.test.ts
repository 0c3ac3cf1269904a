// Who has strong customer authentication: customers of the European Economic Area, found before anything else is checked.
import { expect, test } from 'vitest';
import { scaCode } from '../../kit/european.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { ip } from './sca-applicants.ts';

const world = await sharedWorld();

const area = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');
const proof = { factor: 'SMS_OTP', challengeId: 'x', code: scaCode, endUserIpAddress: ip };
const unknownReset = 'TwoFactorReset:00000000-0000-7000-8000-000000000000';

const calls = [
  ['GET', 'factors', undefined],
  ['POST', 'factors', { type: 'TOTP' }],
  ['POST', 'factors/confirm', { type: 'TOTP', secret: 'x', code: scaCode }],
  ['DELETE', 'factors/AAAA', undefined],
  ['POST', 'factors/reset', { factor: 'SMS_OTP' }],
  ['GET', `factors/reset/${unknownReset}`, undefined],
  ['POST', `factors/reset/${unknownReset}/complete`, undefined],
  ['POST', 'login/start', { factor: 'SMS_OTP' }],
  ['POST', 'login/complete', proof],
  ['POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' }],
] as const;

test('customers of the European Economic Area have it, and others do not', async () => {
  const statusIn = async (region: string) => {
    const contacts = { email: 'ada@example.com', phoneNumber: '+4915112345678' };
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region, ...contacts };
    const { body: customer } = await world.rest('POST', '/customers', { body });
    return (await world.rest('GET', `/sca/factors?customerId=${customer.id}`)).status;
  };
  const elsewhere = ['AD', 'CH', 'GB', 'GL', 'MC', 'TR', 'UA', 'US'];

  expect(await Promise.all(area.map(statusIn))).toEqual(area.map(() => 200));
  expect(await Promise.all(elsewhere.map(statusIn))).toEqual(elsewhere.map(() => 409));
});

test.each(calls)('%s /sca/%s requires a customer', async (verb, path, body) => {
  const call = (query: string) => world.rest(verb, `/sca/${path}${query}`, body && { body });
  const unknown = 'Customer:00000000-0000-7000-8000-000000000000';

  const answers = [await call(''), await call('?customerId=Customer:1'), await call(`?customerId=${unknown}`)];

  expect(answers.map(({ status, body: refusal }) => [status, refusal.code])).toEqual([
    [400, 'INVALID_INPUT'],
    [400, 'INVALID_INPUT'],
    [404, 'USER_NOT_FOUND'],
  ]);
});
