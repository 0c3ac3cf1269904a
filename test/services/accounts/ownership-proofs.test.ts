// Ownership proofs that fail, come without a challenge, too often, or concurrently.
import { describe, expect, test } from 'vitest';
import { challenged, created, path, startOwnershipWorld } from './ownership-world.ts';
import { ownerOn } from './wallet-owner.ts';

const world = await startOwnershipWorld();

describe('a proof', () => {
  test.each([
    { name: 'that comes late', reason: 'CHALLENGE_EXPIRED', afterMs: 15 * 60_000, signature: undefined },
    { name: 'that cannot be decoded', reason: 'SIGNATURE_MALFORMED', afterMs: 0, signature: 'x' },
    { name: 'that is empty', reason: 'SIGNATURE_MALFORMED', afterMs: 0, signature: '' },
  ])('$name fails', async ({ reason, afterMs, signature }) => {
    const own = await world.regulatedPlatform();
    const owner = ownerOn('ETHEREUM');
    const url = `${path}/${String((await created(own, { owner })).id)}`;
    const right = owner.sign(await challenged(own.platform, url));
    world.tick(afterMs);

    const answer = await own.platform.rest('POST', `${url}/verify`, { body: { signature: signature ?? right } });

    expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, 'INVALID_INPUT', { reason }]);
    expect((await own.platform.rest('GET', url)).body.status).toBe('UNVERIFIED');
    expect((await own.platform.rest('POST', `${url}/verify`, { body: { signature: right } })).status).toBe(409);
  });

  test.each([
    {},
    { signature: 7 },
    { signature: null },
    { signature: 'x', signatureScheme: 'bip322' },
    { signature: 'x', signatureScheme: 7 },
  ])('of the wrong shape (%j) changes nothing', async (body) => {
    const own = await world.regulatedPlatform();
    const owner = ownerOn('SPARK');
    const url = `${path}/${String((await created(own, { owner })).id)}`;
    const right = owner.sign(await challenged(own.platform, url));

    const refused = await own.platform.rest('POST', `${url}/verify`, { body });
    const proven = await own.platform.rest('POST', `${url}/verify`, { body: { signature: right } });

    expect([refused.status, refused.body.code, proven.status]).toEqual([400, 'INVALID_INPUT', 200]);
  });

  test.each(['electrum', 'bip322', 7, null])('by a key that is not of Bitcoin ignores the scheme %j', async (signatureScheme) => {
    const own = await world.regulatedPlatform();
    const owner = ownerOn('BASE');
    const url = `${path}/${String((await created(own, { owner })).id)}`;
    const signature = owner.sign(await challenged(own.platform, url));

    const proven = await own.platform.rest('POST', `${url}/verify`, { body: { signature, signatureScheme } });

    expect([proven.status, proven.body.status]).toEqual([200, 'ACTIVE']);
  });

  test('without a challenge is refused', async () => {
    const own = await world.regulatedPlatform();
    const { id } = await created(own, { owner: ownerOn('BASE') });

    const answer = await own.platform.rest('POST', `${path}/${String(id)}/verify`, { body: { signature: 'x' } });

    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('can be the magic signature in the sandbox', async () => {
    const own = await world.regulatedPlatform();
    const url = `${path}/${String((await created(own, { owner: ownerOn('SPARK') })).id)}`;
    await challenged(own.platform, url);

    const { body } = await own.platform.rest('POST', `${url}/verify`, {
      body: { signature: 'sandbox-valid-ownership-signature' },
    });

    expect(body.status).toBe('ACTIVE');
  });

  test('sent twenty times concurrently counts once', async () => {
    const own = await world.regulatedPlatform();
    const owner = ownerOn('BASE');
    const { id } = await created(own, { owner });
    const url = `${path}/${String(id)}`;
    const signature = owner.sign(await challenged(own.platform, url));

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.platform.rest('POST', `${url}/verify`, { body: { signature } })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await world.sentStatuses(String(id))).toEqual(['ACTIVE']);
  });

  test('can fail ten times an hour', async () => {
    const own = await world.regulatedPlatform();
    const url = `${path}/${String((await created(own, { owner: ownerOn('BASE') })).id)}`;
    const attempt = async () => {
      await challenged(own.platform, url);
      return own.platform.rest('POST', `${url}/verify`, { body: { signature: 'x' } });
    };
    for (let count = 0; count < 10; count++) {
      expect((await attempt()).status).toBe(400);
      world.tick(60_000);
    }

    const limited = await attempt();
    world.tick(50 * 60_000);
    const later = await attempt();

    expect([limited.status, limited.body.code, limited.retryAfter]).toEqual([429, 'RATE_LIMITED', 50 * 60]);
    expect(later.status).toBe(400);
  });
});
