// Changes of trust that are refused: without a start, or without a valid proof.
import { describe, expect, test } from 'vitest';
import { scaCode } from '../../kit/european.ts';
import { startWorld } from '../../kit/platform.ts';
import { payeesIn } from './trusting-payers.ts';

const world = await startWorld();
const newPayee = payeesIn(world);

test('without a start nothing is confirmed, not even the current state', async () => {
  const { start, confirm } = await newPayee();

  expect(await confirm('untrust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  await start('trust');
  expect(await confirm('untrust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  await confirm('trust');
  expect(await confirm('untrust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});

describe('nothing is trusted by', () => {
  test('a proof without a request', async () => {
    const { confirm } = await newPayee();

    expect(await confirm('trust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('the proof of another challenge', async () => {
    const { start, confirm } = await newPayee();
    const first = await start('trust');
    await start('trust');

    const old = await confirm('trust', { code: scaCode, challengeId: first.body.scaChallenge.id });

    expect(old).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('a late proof', async () => {
    const { start, confirm } = await newPayee();
    await start('trust');
    world.wall.advance(300_000);

    expect(await confirm('trust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('a right proof after five wrong ones: they end the challenge, and lock the customer', async () => {
    const { start, confirm } = await newPayee();
    await start('trust');
    for (let i = 0; i < 5; i++) expect((await confirm('trust', { code: '111111' })).status).toBe(400);

    const locked = await confirm('trust');
    world.wall.advance(15 * 60_000);

    expect(locked).toMatchObject({ status: 423, body: { code: 'ACCOUNT_LOCKED', details: { failedAttempts: 5 } } });
    expect(await confirm('trust')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    await start('trust');
    expect((await confirm('trust')).body).toEqual({ trusted: true });
  });

  test('guesses at many challenges: they count together', async () => {
    const { start, confirm } = await newPayee();
    for (let i = 0; i < 5; i++) {
      await start('trust');
      expect((await confirm('trust', { code: '111111' })).status).toBe(400);
    }
    await start('trust');

    expect(await confirm('trust')).toMatchObject({ status: 423, body: { code: 'ACCOUNT_LOCKED' } });
  });

  test.each([
    [{}, 'code'],
    [{ code: scaCode, passkeyAssertion: {}, origin: 'https://a.example' }, 'passkeyAssertion'],
    [{ passkeyAssertion: {} }, 'origin'],
  ])('the body %j', async (body, field) => {
    const { start, confirm } = await newPayee();
    await start('trust');

    const refused = await confirm('trust', body);

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', details: { errors: [{ field }] } } });
  });
});
