// A reset of the phone next to a wallet credential: the number of the wallet changes only by a signed retry.
import { expect, test } from 'vitest';
import { personalDataOf } from '../../../services/kit/service/common-services.ts';
import { scaCode } from '../../kit/european.ts';
import { startWorld } from '../../kit/platform.ts';
import { newHolder, signTwice } from '../../kit/wallet-holder.ts';
import { mobile, resetsIn } from './sca-resets.ts';

const world = await startWorld();
const { resetsOf } = resetsIn(world);
const phoneNumber = '+4915112345670';
const european = {
  phoneNumber,
  region: 'DE',
  birthDate: '1990-12-10',
  nationality: 'DE',
  address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' },
};

test('the new number is the factor, and the customer keeps the number of the wallet', async () => {
  const { customerId, accountId, key } = await newHolder(world, european);
  for (const path of ['verify-email', 'verify-phone'])
    await world.rest('POST', `/customers/${customerId}/${path}/confirm`, { body: { code: scaCode } });
  const body = { type: 'SMS_OTP', accountId };
  const { second } = await signTwice(world, { method: 'POST', path: '/auth/credentials', body, key });
  expect(second?.status).toBe(201);
  const { passed, complete } = resetsOf({ customerId });

  const completed = await complete(await passed(), { mobile });

  const { records } = await world.internal(personalDataOf('auth')).exportPerson({ customerId });
  const factor = { factor: 'SMS_OTP', phoneNumber: `${mobile.countryCode}${mobile.number}` };
  expect(completed.status).toBe(204);
  expect((await world.rest('GET', `/customers/${customerId}`)).body.phoneNumber).toBe(phoneNumber);
  expect(records.filter(({ kind }) => kind === 'sca-factor').map(({ fields }) => fields)).toEqual([factor]);
  expect((await world.rest('GET', `/sca/factors?customerId=${customerId}`)).body).toEqual({ factors: [{ factor: 'SMS_OTP' }] });
});
