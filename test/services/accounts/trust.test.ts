// Trusted accounts of a customer: requested, confirmed by a proof, and not deletable until the trust has ended.
import { describe, expect, test } from 'vitest';
import { newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { makePayee, makePayer } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { payeesIn } from './trusting-payers.ts';

const world = await startWorld();
const newPayee = payeesIn(world);
const challengeShape = {
  id: expect.stringMatching(/^ScaChallenge:[0-9a-f-]{36}$/),
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
};

test('trust is requested, proved, and ended in the same way', async () => {
  const { at, start, confirm } = await newPayee();
  const expiresAt = new Date(world.wall.now().getTime() + 300_000).toISOString();

  const asked = await start('trust');
  const trusted = await confirm('trust', { code: scaCode, challengeId: asked.body.scaChallenge.id });
  const barred = await world.rest('DELETE', at);
  const askedAgain = await start('untrust');
  const untrusted = await confirm('untrust');
  const deleted = await world.rest('DELETE', at);

  expect(asked).toMatchObject({ status: 200, body: { scaChallenge: { ...challengeShape, expiresAt } } });
  expect(asked.body.scaChallenge).not.toHaveProperty('purpose');
  expect(trusted).toMatchObject({ status: 200, body: { trusted: true } });
  expect(barred).toMatchObject({ status: 409, body: { code: 'BENEFICIARY_TRUSTED' } });
  expect(askedAgain).toMatchObject({ status: 200, body: { scaChallenge: challengeShape } });
  expect(untrusted).toMatchObject({ status: 200, body: { trusted: false } });
  expect(deleted.status).toBe(204);
});

test('an address on a blockchain can be trusted', async () => {
  const { customerId } = await newEuropean(world.rest, { amount: 0 });
  const accountInfo = { accountType: 'BASE_WALLET', address: `0x${'1'.repeat(40)}` };
  const { body } = await world.rest('POST', '/customers/external-accounts', {
    body: { customerId, currency: 'USDC', accountInfo },
  });
  const at = `/customers/external-accounts/${body.id}/trust`;

  const { body: asked } = await world.rest('POST', at);
  const trusted = await world.rest('POST', `${at}/confirm`, { body: { code: scaCode } });

  expect([asked.scaChallenge.factor, trusted.body]).toEqual(['SMS_OTP', { trusted: true }]);
});

test('the current state needs no proof, and is confirmed immediately', async () => {
  const { start, confirm } = await newPayee();

  expect(await start('untrust')).toMatchObject({ status: 200, body: {} });
  expect((await start('untrust')).body).toEqual({});
  expect(await confirm('untrust', { code: '0' })).toMatchObject({ status: 200, body: { trusted: false } });
});

test('ten challenges an hour per customer, concurrent or not, for any account', async () => {
  const { customerId } = await newEuropean(world.rest, { amount: 0 });
  const ids = [await newIban(world.rest, customerId), await newIban(world.rest, customerId)];
  const start = (index: number) => world.rest('POST', `/customers/external-accounts/${ids[index % 2]}/trust`);

  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => start(index)));
  world.wall.advance(3_599_000);
  const late = await start(0);
  world.wall.advance(1_000);
  const free = await start(0);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 429, 429]);
  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
  expect(free.status).toBe(200);
});

test('a confirmation that arrives again has the same response, until its challenge expires', async () => {
  const { start, confirm } = await newPayee();
  await start('trust');

  const answers = await Promise.all([confirm('trust'), confirm('trust')]);
  const again = await confirm('trust');
  const wrong = await confirm('trust', { code: '111111' });
  world.wall.advance(300_000);

  for (const answer of [...answers, again]) expect(answer).toMatchObject({ status: 200, body: { trusted: true } });
  expect([wrong.status, (await confirm('trust')).status]).toEqual([400, 400]);
});

test('a start of the opposite replaces an open challenge', async () => {
  const { at, start, confirm } = await newPayee();
  await start('trust');

  expect((await start('untrust')).body).toEqual({});

  expect(await confirm('trust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(await confirm('untrust')).toMatchObject({ status: 200, body: { trusted: false } });
  expect((await world.rest('DELETE', at)).status).toBe(204);
});

describe.each(['trust', 'trust/confirm', 'untrust', 'untrust/confirm'])('%s', (path) => {
  const options = path.endsWith('confirm') ? { body: { code: scaCode } } : {};

  test('conflicts for customers whose region requires no proof', async () => {
    const { customerId } = await makePayer(world.rest);
    const id = await makePayee(world.rest, customerId);

    const refused = await world.rest('POST', `/customers/external-accounts/${id}/${path}`, options);

    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'SCA_NOT_REQUIRED' } } });
  });

  test("conflicts for the platform's own accounts, and finds no foreign ones", async () => {
    const other = await world.newPlatform();
    const { customerId } = await makePayer(world.rest);
    const theirs = await makePayee(world.rest, customerId);
    const own = await other.rest('POST', '/platform/external-accounts', {
      body: {
        currency: 'GBP',
        accountInfo: {
          accountType: 'GBP_ACCOUNT',
          sortCode: '200000',
          accountNumber: '55779911',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
        },
      },
    });

    const refused = await other.rest('POST', `/customers/external-accounts/${own.body.id}/${path}`, options);
    const unknown = await other.rest('POST', `/customers/external-accounts/${theirs}/${path}`, options);

    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'REFERENCE_NOT_FOUND' } });
  });
});
