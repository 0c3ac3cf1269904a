// Challenges of external wallets: refusals, replacement, and liveness checks that end automatically.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bodyOf, business, specimenOf } from './external-account-specimens.ts';
import { challenged, created, first, path, sharedOwnershipWorld, third } from './ownership-world.ts';
import { ownerOn } from './wallet-owner.ts';

const world = await sharedOwnershipWorld();

describe('a challenge', () => {
  test.each([
    { name: 'a bank account', make: () => bodyOf(specimenOf('USD_ACCOUNT'), { top: first }) },
    {
      name: 'Lightning',
      make: () => ({ currency: 'BTC', ...first, accountInfo: { accountType: 'LIGHTNING', lightningAddress: 'a@b.example' } }),
    },
    {
      name: 'a wallet at an exchange',
      make: () => bodyOf(specimenOf('BASE_WALLET'), { top: first, fields: { vaspName: 'Gemini' } }),
    },
    {
      name: "another person's wallet",
      make: () => bodyOf(specimenOf('BASE_WALLET'), { top: third, beneficiary: business }),
    },
  ])('of $name is refused', async ({ make }) => {
    const own = await world.regulatedPlatform();
    const { body } = await own.platform.rest('POST', path, { body: make() });

    for (const method of ['WALLET_SIGNATURE', 'LIVENESS']) {
      const answer = await own.platform.rest('POST', `${path}/${String(body.id)}/challenge`, { body: { method } });
      expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
    }
  });

  test.each([
    { body: {}, error: { field: 'method', message: 'is required' } },
    { body: { method: 'TELEPATHY' }, error: expect.objectContaining({ field: 'method' }) },
  ])('by $body is refused', async ({ body, error }) => {
    const own = await world.regulatedPlatform();
    const { id } = await created(own, { owner: ownerOn('BASE') });

    const answer = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body });

    expect([answer.status, answer.body.code, Object(answer.body.details).errors]).toEqual([400, 'INVALID_INPUT', [error]]);
  });

  test('by liveness is not supported in production, as documented', async () => {
    const own = await world.regulatedPlatform({ environment: 'production' });
    const { id } = await created(own, { owner: ownerOn('BASE') });

    const { status, body } = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'LIVENESS' } });

    expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
  });

  test('by signature is refused for an address without a key', async () => {
    const own = await world.regulatedPlatform();
    const owner = { ...ownerOn('SOLANA'), address: '74Lz8uAE7cWhbjgbtVzhoFJaFRGGQMZNKYTQDncA33ii' };
    const { id } = await created(own, { owner });

    const signing = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
    const liveness = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'LIVENESS' } });

    expect([signing.status, signing.body.code, Object(signing.body.details).errors]).toEqual([
      400,
      'INVALID_INPUT',
      [{ field: 'method', message: 'is not possible for an address without a key. Use LIVENESS' }],
    ]);
    expect(liveness.status).toBe(201);
  });

  test('invalidates the one before, whatever its method', async () => {
    const own = await world.regulatedPlatform();
    const owner = ownerOn('BASE');
    const url = `${path}/${String((await created(own, { owner })).id)}`;
    const before = await challenged(own.platform, url);
    const after = await challenged(own.platform, url);

    const late = await own.platform.rest('POST', `${url}/verify`, { body: { signature: owner.sign(before) } });

    expect(after).not.toBe(before);
    expect(Object(late.body.details).reason).toBe('SIGNATURE_MISMATCH');
    await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'LIVENESS' } });
    expect((await own.platform.rest('POST', `${url}/verify`, { body: { signature: owner.sign(after) } })).status).toBe(409);
  });

  test('of a missing or foreign account is not found', async () => {
    const own = await world.regulatedPlatform();
    const customers = await created(own, { owner: ownerOn('BASE') });
    const foreign = await created(await world.regulatedPlatform(), { owner: ownerOn('BASE') });
    const urls = [
      `${path}/ExternalAccount:${randomUUID()}`,
      `${path}/${String(foreign.id)}`,
      `/platform/external-accounts/${String(customers.id)}`,
    ];

    for (const url of urls) {
      const challenge = await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'LIVENESS' } });
      const proof = await own.platform.rest('POST', `${url}/verify`, { body: { signature: 'x' } });
      expect([challenge.status, proof.status]).toEqual([404, 404]);
    }
  });
});

describe('a liveness check in the sandbox', () => {
  test.each([
    { suffix: 'AbC', status: 'ACTIVE', events: ['ACTIVE'] },
    { suffix: '202', status: 'UNVERIFIED', events: ['UNVERIFIED'] },
    { suffix: '204', status: 'PENDING_OWNERSHIP_VERIFICATION', events: [] },
  ])('of an address ending in $suffix leads to $status', async ({ suffix, status, events }) => {
    const own = await world.regulatedPlatform();
    const owner = ownerOn('BASE');
    const { id } = await created(own, { owner: { ...owner, address: owner.address.slice(0, -3) + suffix } });
    const url = `${path}/${String(id)}`;

    const challenge = await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'LIVENESS' } });
    const before = await world.sentStatuses(String(id));
    world.tick(5_000);
    const after = await world.sentStatuses(String(id));

    expect(challenge).toEqual({
      status: 201,
      body: { method: 'LIVENESS', verificationLink: expect.stringMatching(/^https:/), expiresAt: expect.any(String) },
    });
    expect([before, after]).toEqual([[], events]);
    expect((await own.platform.rest('GET', url)).body.status).toBe(status);
  });

  test('replaced by another challenge has no effect', async () => {
    const own = await world.regulatedPlatform();
    const { id } = await created(own, { owner: ownerOn('BASE') });
    await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'LIVENESS' } });
    await challenged(own.platform, `${path}/${String(id)}`);

    world.tick(5_000);

    expect(await world.sentStatuses(String(id))).toEqual([]);
  });
});
