// Factors, logins, locks, trust and resets of customers send no webhooks.
import { expect, test } from 'vitest';
import { newIban, scaCode } from '../../kit/european.ts';
import { sharedTransfers } from '../transfers/transfers-world.ts';
import { resetsIn } from './sca-resets.ts';
import { completeLogin, startLogin } from './sca-totp-holders.ts';

const world = await sharedTransfers();
const { newHolder } = resetsIn(world);

test('nothing is sent while a customer enrolls, logs in, is locked, trusts, and resets a factor', async () => {
  const { applicant, customerId, passkey, passed, complete } = await newHolder();
  const payeeId = await newIban(world.rest, customerId);
  const before = (await world.bodies()).length;
  const trust = (path: string, body?: object) =>
    world.rest('POST', `/customers/external-accounts/${payeeId}/${path}`, body && { body });

  const statuses = [
    (await startLogin(applicant)).status,
    (await completeLogin(applicant, '000000')).status,
    (await completeLogin(applicant, scaCode)).status,
    (await trust('trust')).status,
    (await trust('trust/confirm', { code: scaCode })).status,
    (await trust('untrust')).status,
    (await trust('untrust/confirm', { code: scaCode })).status,
    (await complete(await passed('TOTP'))).status,
    (await world.rest('DELETE', `/sca/factors/${passkey.credentialId}?customerId=${customerId}`)).status,
    ...(await Promise.all([1, 2, 3, 4].map(() => applicant.record('FAILED_LOGIN_ATTEMPT')))).map(({ status }) => status),
    (await applicant.record('RESET_PASSWORD_COMPLETED')).status,
  ];

  expect(statuses).toEqual([200, 400, 200, 200, 200, 200, 200, 204, 204, 200, 200, 200, 200, 200]);
  expect((await world.bodies()).length).toBe(before);
});
