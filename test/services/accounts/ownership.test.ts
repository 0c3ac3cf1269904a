// Proofs of ownership through REST: which wallets need one, challenges of every chain, failures and their limit, liveness.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { bodyOf, business, specimenOf, wallets } from './external-account-specimens.ts';
import { type Json, type Platform, startAccountsWorld } from './external-accounts-world.ts';
import { ownerOn, type WalletOwner, walletOwners } from './wallet-owner.ts';

const world = await startAccountsWorld();
const { platform, customerId } = await regulatedPlatform();

const paths = ['/customers/external-accounts', '/platform/external-accounts'] as const;
const [path] = paths;
const first = { ownershipType: 'FIRST_PARTY' };
const third = { ownershipType: 'THIRD_PARTY' };
const message =
  /^Wallet ownership check v1 \| account (\S+) \| address (\S+) \| network (\w+) \| nonce [0-9a-f]{32} \| expires (\S+Z)$/;

describe('a platform under counterparty rules', () => {
  const base = specimenOf('BASE_WALLET');
  const vasp = { vaspName: 'Kraken' };

  test.each([
    { what: 'an own wallet', top: first, status: 'PENDING_OWNERSHIP_VERIFICATION' },
    { what: "somebody else's wallet", top: third, beneficiary: business, status: 'ACTIVE' },
    { what: 'an own account at an exchange', top: first, fields: vasp, status: 'ACTIVE' },
    { what: 'an account at an exchange', top: {}, fields: vasp, status: 'ACTIVE' },
    { what: "somebody else's account at an exchange", top: third, fields: vasp, beneficiary: business, status: 'ACTIVE' },
  ])('makes $what $status', async ({ top, fields = {}, beneficiary, status }) => {
    const own = await regulatedPlatform();

    const created = await own.platform.rest('POST', path, {
      body: bodyOf(base, { top: { ...top, customerId: own.customerId }, fields, ...(beneficiary && { beneficiary }) }),
    });

    expect([created.status, created.body.status]).toEqual([201, status]);
    expect(await world.eventsOf(String(created.body.id))).toEqual([]);
  });

  test.each(
    wallets.flatMap((specimen) => [
      { type: specimen.accountType, specimen, top: {}, fields: {}, field: 'ownershipType' },
      { type: specimen.accountType, specimen, top: third, fields: {}, field: 'accountInfo.beneficiary' },
      { type: specimen.accountType, specimen, top: third, fields: vasp, field: 'accountInfo.beneficiary' },
    ]),
  )('asks for $field of $type', async ({ specimen, top, fields, field }) => {
    const answer = await platform.rest('POST', path, { body: bodyOf(specimen, { top: { ...top, customerId }, fields }) });

    expect(answer.body).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: '1 field is invalid',
      details: { errors: [{ field, message: 'is required' }] },
    });
  });

  test.each(['USD_ACCOUNT', 'LIGHTNING'])('asks for nothing of %s', async (accountType) => {
    const lightning = { currency: 'BTC', accountInfo: { accountType, lightningAddress: 'ada@wallet.example' } };

    const { body } = await platform.rest('POST', path, {
      body: accountType === 'LIGHTNING' ? lightning : bodyOf(specimenOf(accountType)),
    });

    expect(body.status).toBe('ACTIVE');
  });
});

test('a platform that is subject to no rules proves nothing', async () => {
  const own = await world.newPlatform();
  const { body } = await own.rest('POST', path, { body: bodyOf(specimenOf('BASE_WALLET'), { top: first }) });

  const answer = await own.rest('POST', `${path}/${String(body.id)}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });

  expect([body.status, answer.status, answer.body.code]).toEqual(['ACTIVE', 409, 'CONFLICT']);
});

describe.each(walletOwners())('a wallet on $network', (owner) => {
  test.each(paths)('under %s is proven by its signature, once', async (place) => {
    const own = await regulatedPlatform();
    const account = await created(own, { owner, place });
    const url = `${place}/${String(account.id)}`;

    const challenge = await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
    const signature = owner.sign(String(challenge.body.messageToSign));
    const proven = await own.platform.rest('POST', `${url}/verify`, { body: { signature } });

    expect(challenge).toEqual({
      status: 201,
      body: { method: 'WALLET_SIGNATURE', messageToSign: expect.stringMatching(message), expiresAt: expect.any(String) },
    });
    const [, ...named] = message.exec(String(challenge.body.messageToSign)) ?? [];
    expect(named).toEqual([account.id, owner.address, owner.network, String(challenge.body.expiresAt).replace(/\.\d{3}Z$/, 'Z')]);
    expect(proven).toEqual({ status: 200, body: { ...account, status: 'ACTIVE' } });
    expect(await told(String(account.id))).toEqual(['ACTIVE']);
    expect((await own.platform.rest('POST', `${url}/verify`, { body: { signature } })).status).toBe(409);
    expect((await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'WALLET_SIGNATURE' } })).status).toBe(409);
  });

  test('is unverified after a wrong signature, and proven after a new challenge', async () => {
    const own = await regulatedPlatform();
    const { id } = await created(own, { owner });
    const url = `${path}/${String(id)}`;

    const wrong = await challenged(own.platform, url);
    const refused = await own.platform.rest('POST', `${url}/verify`, {
      body: { signature: ownerOn(owner.network, 2).sign(wrong) },
    });
    const unverified = await own.platform.rest('GET', url);
    const again = await challenged(own.platform, url);
    const pending = await own.platform.rest('GET', url);
    const proven = await own.platform.rest('POST', `${url}/verify`, { body: { signature: owner.sign(again) } });

    expect(refused.body).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'The signature was not made by the key of this address. Ask for a new challenge.',
      details: { reason: 'SIGNATURE_MISMATCH' },
    });
    expect([unverified.body.status, pending.body.status, proven.body.status]).toEqual([
      'UNVERIFIED',
      'PENDING_OWNERSHIP_VERIFICATION',
      'ACTIVE',
    ]);
    expect(await told(String(id))).toEqual(['UNVERIFIED', 'PENDING_OWNERSHIP_VERIFICATION', 'ACTIVE']);
  });
});

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
      name: "somebody else's wallet",
      make: () => bodyOf(specimenOf('BASE_WALLET'), { top: third, beneficiary: business }),
    },
  ])('of $name is refused', async ({ make }) => {
    const own = await regulatedPlatform();
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
    const own = await regulatedPlatform();
    const { id } = await created(own, { owner: ownerOn('BASE') });

    const answer = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body });

    expect([answer.status, answer.body.code, Object(answer.body.details).errors]).toEqual([400, 'INVALID_INPUT', [error]]);
  });

  test('to sign is refused for an address without a key', async () => {
    const own = await regulatedPlatform();
    const owner = { ...ownerOn('SOLANA'), address: '74Lz8uAE7cWhbjgbtVzhoFJaFRGGQMZNKYTQDncA33ii' };
    const { id } = await created(own, { owner });

    const signing = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
    const liveness = await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'LIVENESS' } });

    expect([signing.status, signing.body.code, Object(signing.body.details).errors]).toEqual([
      400,
      'INVALID_INPUT',
      [{ field: 'method', message: 'is not possible for an address without a key: use LIVENESS' }],
    ]);
    expect(liveness.status).toBe(201);
  });

  test('makes the one before void, whichever its method was', async () => {
    const own = await regulatedPlatform();
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

  test('of an account that is not there, or not shown, is unknown', async () => {
    const own = await regulatedPlatform();
    const customers = await created(own, { owner: ownerOn('BASE') });
    const foreign = await created(await regulatedPlatform(), { owner: ownerOn('BASE') });
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

describe('a proof', () => {
  test.each([
    { name: 'that comes late', reason: 'CHALLENGE_EXPIRED', afterMs: 15 * 60_000, signature: undefined },
    { name: 'that cannot be decoded', reason: 'SIGNATURE_MALFORMED', afterMs: 0, signature: 'x' },
    { name: 'that is empty', reason: 'SIGNATURE_MALFORMED', afterMs: 0, signature: '' },
  ])('$name fails', async ({ reason, afterMs, signature }) => {
    const own = await regulatedPlatform();
    const owner = ownerOn('ETHEREUM');
    const url = `${path}/${String((await created(own, { owner })).id)}`;
    const right = owner.sign(await challenged(own.platform, url));
    world.tick(afterMs);

    const answer = await own.platform.rest('POST', `${url}/verify`, { body: { signature: signature ?? right } });

    expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, 'INVALID_INPUT', { reason }]);
    expect((await own.platform.rest('GET', url)).body.status).toBe('UNVERIFIED');
    expect((await own.platform.rest('POST', `${url}/verify`, { body: { signature: right } })).status).toBe(409);
  });

  test.each([{}, { signature: 7 }, { signature: null }, { signature: 'x', signatureScheme: 'schnorr' }])(
    'of the wrong shape (%j) changes nothing',
    async (body) => {
      const own = await regulatedPlatform();
      const owner = ownerOn('BASE');
      const url = `${path}/${String((await created(own, { owner })).id)}`;
      const right = owner.sign(await challenged(own.platform, url));

      const refused = await own.platform.rest('POST', `${url}/verify`, { body });
      const proven = await own.platform.rest('POST', `${url}/verify`, {
        body: { signature: right, signatureScheme: 'electrum' },
      });

      expect([refused.status, refused.body.code, proven.status]).toEqual([400, 'INVALID_INPUT', 200]);
    },
  );

  test('without a challenge has nothing to answer', async () => {
    const own = await regulatedPlatform();
    const { id } = await created(own, { owner: ownerOn('BASE') });

    const answer = await own.platform.rest('POST', `${path}/${String(id)}/verify`, { body: { signature: 'x' } });

    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
  });

  test("may be the sandbox's own in the sandbox", async () => {
    const own = await regulatedPlatform();
    const url = `${path}/${String((await created(own, { owner: ownerOn('SPARK') })).id)}`;
    await challenged(own.platform, url);

    const { body } = await own.platform.rest('POST', `${url}/verify`, {
      body: { signature: 'sandbox-valid-ownership-signature' },
    });

    expect(body.status).toBe('ACTIVE');
  });

  test('sent twenty times at once counts once', async () => {
    const own = await regulatedPlatform();
    const owner = ownerOn('BASE');
    const { id } = await created(own, { owner });
    const url = `${path}/${String(id)}`;
    const signature = owner.sign(await challenged(own.platform, url));

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => own.platform.rest('POST', `${url}/verify`, { body: { signature } })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await told(String(id))).toEqual(['ACTIVE']);
  });

  test('may fail ten times an hour', async () => {
    const own = await regulatedPlatform();
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

describe('a liveness check in the sandbox', () => {
  test.each([
    { suffix: 'AbC', status: 'ACTIVE', events: ['ACTIVE'] },
    { suffix: '202', status: 'UNVERIFIED', events: ['UNVERIFIED'] },
    { suffix: '204', status: 'PENDING_OWNERSHIP_VERIFICATION', events: [] },
  ])('of an address ending in $suffix leads to $status', async ({ suffix, status, events }) => {
    const own = await regulatedPlatform();
    const owner = ownerOn('BASE');
    const { id } = await created(own, { owner: { ...owner, address: owner.address.slice(0, -3) + suffix } });
    const url = `${path}/${String(id)}`;

    const challenge = await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'LIVENESS' } });
    const before = await told(String(id));
    world.tick(5_000);
    const after = await told(String(id));

    expect(challenge).toEqual({
      status: 201,
      body: { method: 'LIVENESS', verificationLink: expect.stringMatching(/^https:/), expiresAt: expect.any(String) },
    });
    expect([before, after]).toEqual([[], events]);
    expect((await own.platform.rest('GET', url)).body.status).toBe(status);
  });

  test('whose place another challenge has taken ends nothing', async () => {
    const own = await regulatedPlatform();
    const { id } = await created(own, { owner: ownerOn('BASE') });
    await own.platform.rest('POST', `${path}/${String(id)}/challenge`, { body: { method: 'LIVENESS' } });
    await challenged(own.platform, `${path}/${String(id)}`);

    world.tick(5_000);

    expect(await told(String(id))).toEqual([]);
  });
});

test('what happens to an account is kept, beyond its end', async () => {
  const own = await regulatedPlatform();
  const owner = ownerOn('BASE');
  const accountId = String((await created(own, { owner })).id);
  const url = `${path}/${accountId}`;
  await challenged(own.platform, url);
  await own.platform.rest('POST', `${url}/verify`, { body: { signature: 'x' } });
  const signature = owner.sign(await challenged(own.platform, url));
  await own.platform.rest('POST', `${url}/verify`, { body: { signature } });
  await own.platform.rest('DELETE', url);

  const { happenings } = await own.platform.directory.listExternalAccountHistory({ accountId });

  const { ACTIVE, PENDING_OWNERSHIP_VERIFICATION, UNVERIFIED } = ExternalAccountStatus;
  expect(happenings.map(({ kind, status }) => [kind, status])).toEqual([
    ['CREATED', PENDING_OWNERSHIP_VERIFICATION],
    ['CHALLENGED', PENDING_OWNERSHIP_VERIFICATION],
    ['PROOF_FAILED', UNVERIFIED],
    ['STATUS_CHANGED', PENDING_OWNERSHIP_VERIFICATION],
    ['CHALLENGED', PENDING_OWNERSHIP_VERIFICATION],
    ['PROVEN', ACTIVE],
    ['DELETED', ACTIVE],
  ]);
  expect(happenings.every(({ requestId, happenedAt }) => requestId !== '' && happenedAt !== undefined)).toBe(true);
});

interface Regulated {
  readonly platform: Platform;
  readonly customerId: string;
}

async function regulatedPlatform(): Promise<Regulated> {
  const made = await world.newPlatform();
  await made.directory.setCounterpartyRules({ applies: true });
  return { platform: made, customerId: await made.newCustomer() };
}

/** The body of the account of a wallet: of the customer, or of the platform under its own path. */
async function created(own: Regulated, { owner, place = path }: { owner: WalletOwner; place?: string }): Promise<Json> {
  const { accountType, address, currency } = owner;
  const isCustomers = place === path;
  const { status, body } = await own.platform.rest('POST', place, {
    body: { currency, ...first, ...(isCustomers && { customerId: own.customerId }), accountInfo: { accountType, address } },
  });
  expect([status, body.status]).toEqual([201, 'PENDING_OWNERSHIP_VERIFICATION']);
  return body;
}

/** The message that is to be signed. */
async function challenged(of: Platform, url: string): Promise<string> {
  const { status, body } = await of.rest('POST', `${url}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
  expect(status).toBe(201);
  return String(body.messageToSign);
}

/** The statuses that the platform was told, in order. */
async function told(accountId: string): Promise<unknown[]> {
  return (await world.eventsOf(accountId)).map(({ data }) => Object(data).status);
}
