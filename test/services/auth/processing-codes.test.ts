// Codes and exports that settle after their first answer: only a repeated call gets the result.
import { describe, expect, test } from 'vitest';
import { walletKey } from '../../kit/wallet-client.ts';
import { outcomeOf } from './outcome-of.ts';
import { processing, type SlowHolder, startSlowWorld } from './processing-world.ts';

const world = await startSlowWorld();

const used = [401, 'UNAUTHORIZED', 'Request-Id already used'];

describe('a requested code', () => {
  const ask = (id: string) => world.rest('POST', `/auth/credentials/${id}/challenge`, { body: {} });

  test('is on its way for three seconds, in which no other is sent; then its key is returned, once', async () => {
    const { credentialId } = await world.holder();
    world.wall.advance(60_000);

    const meanwhile = [];
    for (let count = 0; count < 8; count++) meanwhile.push(await ask(credentialId));
    world.wall.advance(3_000);
    await world.settle();
    const sent = await ask(credentialId);
    const next = await ask(credentialId);

    for (const { status, body } of meanwhile) expect([status, body]).toEqual([200, processing]);
    expect([sent.status, sent.body.id, sent.body.type]).toEqual([200, credentialId, 'EMAIL_OTP']);
    expect(next.body).toEqual(processing);
  });

  test('is sent even without a repeated call; a repeat returns its key, and no second code is sent', async () => {
    const { credentialId } = await world.holder();
    await ask(credentialId);

    world.wall.advance(3_000);
    await world.settle();
    world.wall.advance(20_000);
    const [one, other] = [await ask(credentialId), await ask(credentialId)];

    const { data } = JSON.parse(one.body.otpEncryptionTargetBundle);
    expect(JSON.parse(Buffer.from(data, 'hex').toString()).targetPublic).toMatch(/^04[0-9a-f]{128}$/);
    expect(one.body.updatedAt).toBe(new Date(world.wall.now().getTime() - 20_000).toISOString());
    expect(other.body).toEqual(processing);
  });

  test('must be requested again if its time was over before its key was returned', async () => {
    const { credentialId } = await world.holder();
    await ask(credentialId);
    world.wall.advance(3_000);
    await world.settle();

    world.wall.advance(300_000);
    await world.settle();
    const answer = await ask(credentialId);

    expect(answer.body).toEqual(processing);
  });
});

describe('an export', () => {
  const exporting = ({ accountId, key }: SlowHolder) =>
    world.signed({
      method: 'POST',
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: walletKey().uncompressed },
      key,
    });

  test('is answered PROCESSING, then with its envelope, once', async () => {
    const holder = await world.holder();
    const { send } = await exporting(holder);

    const first = await send();
    world.wall.advance(3_000);
    await world.settle();
    const second = await send();
    const third = await send();

    expect([first.status, first.body]).toEqual([200, processing]);
    expect([second.status, Object.keys(second.body)]).toEqual([200, ['id', 'encryptedWalletCredentials']]);
    expect(outcomeOf(third)).toEqual(used);
  });

  test('is lost at the end of its request', async () => {
    const { send } = await exporting(await world.holder());
    await send();

    world.wall.advance(300_000);

    expect(outcomeOf(await send())).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
  });
});
