// Wallets of every chain with real signatures, valid immediately or after a failure, and the stored records.
import { describe, expect, test } from 'vitest';
import { ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { challenged, created, path, sharedOwnershipWorld } from './ownership-world.ts';
import { ownerOn, walletOwners } from './wallet-owner.ts';

const world = await sharedOwnershipWorld();

const paths = [path, '/platform/external-accounts'];
const message =
  /^Wallet ownership check v1 \| account (\S+) \| address (\S+) \| network (\w+) \| nonce [0-9a-f]{32} \| expires (\S+Z)$/;

describe.each(walletOwners())('a wallet on $network', (owner) => {
  test.each(paths)('under %s is verified by its signature, once', async (place) => {
    const own = await world.regulatedPlatform();
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
    expect(await world.sentStatuses(String(account.id))).toEqual(['ACTIVE']);
    expect((await own.platform.rest('POST', `${url}/verify`, { body: { signature } })).status).toBe(409);
    expect((await own.platform.rest('POST', `${url}/challenge`, { body: { method: 'WALLET_SIGNATURE' } })).status).toBe(409);
  });

  test('is unverified after a wrong signature, and verified after a new challenge', async () => {
    const own = await world.regulatedPlatform();
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
      message: 'The signature was not made with the key of this address. Request a new challenge.',
      details: { reason: 'SIGNATURE_MISMATCH' },
    });
    expect([unverified.body.status, pending.body.status, proven.body.status]).toEqual([
      'UNVERIFIED',
      'PENDING_OWNERSHIP_VERIFICATION',
      'ACTIVE',
    ]);
    expect(await world.sentStatuses(String(id))).toEqual(['UNVERIFIED', 'PENDING_OWNERSHIP_VERIFICATION', 'ACTIVE']);
  });
});

test('the history of an account is kept beyond its deletion', async () => {
  const own = await world.regulatedPlatform();
  const owner = ownerOn('BASE');
  const accountId = String((await created(own, { owner })).id);
  const url = `${path}/${accountId}`;
  await challenged(own.platform, url);
  await own.platform.rest('POST', `${url}/verify`, { body: { signature: 'x' } });
  const signature = owner.sign(await challenged(own.platform, url));
  await own.platform.rest('POST', `${url}/verify`, { body: { signature } });
  await own.platform.rest('DELETE', url);

  const { entries } = await own.platform.directory.listExternalAccountHistory({ accountId });

  const { ACTIVE, PENDING_OWNERSHIP_VERIFICATION, UNVERIFIED } = ExternalAccountStatus;
  expect(entries.map(({ kind, status }) => [kind, status])).toEqual([
    ['CREATED', PENDING_OWNERSHIP_VERIFICATION],
    ['CHALLENGED', PENDING_OWNERSHIP_VERIFICATION],
    ['PROOF_FAILED', UNVERIFIED],
    ['STATUS_CHANGED', PENDING_OWNERSHIP_VERIFICATION],
    ['CHALLENGED', PENDING_OWNERSHIP_VERIFICATION],
    ['PROVEN', ACTIVE],
    ['DELETED', ACTIVE],
  ]);
  expect(entries.every(({ requestId, happenedAt }) => requestId !== '' && happenedAt !== undefined)).toBe(true);
});
