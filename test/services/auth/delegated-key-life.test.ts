// Existing delegated keys: listed, revoked, and signing for their card.
import { describe, expect, test } from 'vitest';
import { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { delegatedKeyMoves } from '../../../services/auth/domain/delegated-key.ts';
import { isStampOf, parseStamp } from '../../../services/auth/domain/wallet/stamp.ts';
import { outcome } from '../../kit/rest.ts';
import { newId, path, sharedCardWorld } from './delegated-key-world.ts';

const world = await sharedCardWorld();
const { keys, funded, ask, sign, made } = world;

describe('keys are listed', () => {
  test('newest first, by account, by funding source, by both', async () => {
    const [of, other] = [await funded(), await funded()];
    const { body: old } = await made(of);
    await world.rest('DELETE', `${path}/${old.id}`);
    world.wall.advance(1_000);
    const { body: young } = await made(of);
    const idsOf = async (query: string) =>
      (await world.rest('GET', `${path}?${query}`)).body.data.map(({ id }: { id: string }) => id);

    const [account, source] = [`accountId=${of.accountId}`, `fundingSourceId=${of.fundingSourceId}`];
    expect(await idsOf(account)).toEqual([young.id, old.id]);
    expect(await idsOf(source)).toEqual([young.id, old.id]);
    expect(await idsOf(`${account}&${source}`)).toEqual([young.id, old.id]);
    expect(await idsOf(`accountId=${other.accountId}&${source}`)).toEqual([]);
    expect(await idsOf(`accountId=${newId('InternalAccount')}`)).toEqual([]);
  });

  test.each(['', '?accountId=', '?accountId=x', '?fundingSourceId=x', `?accountId=${newId('Card')}`])(
    'not without a filter: %s',
    async (query) => {
      expect(outcome(await world.rest('GET', `${path}${query}`))).toEqual([400, 'INVALID_INPUT']);
    },
  );

  test('only to their own platform', async () => {
    const of = await funded();
    const { body: key } = await made(of);
    const stranger = await world.newPlatform();

    const list = await stranger.rest('GET', `${path}?accountId=${of.accountId}`);
    const one = await stranger.rest('GET', `${path}/${key.id}`);
    const revoked = await stranger.rest('DELETE', `${path}/${key.id}`);

    expect([list.body.data, outcome(one), outcome(revoked)]).toEqual([
      [],
      [404, 'REFERENCE_NOT_FOUND'],
      [404, 'REFERENCE_NOT_FOUND'],
    ]);
  });
});

describe('a key changes state along its table', () => {
  test('PENDING, ACTIVE, REVOKED, and never back', async () => {
    const of = await funded();
    const second = await sign(of, await ask(of.body));
    const { body: list } = await world.rest('GET', `${path}?accountId=${of.accountId}`);
    const own = `${path}/${list.data[0].id}`;
    const statusOf = async () => (await world.rest('GET', own)).body.status;

    const tooEarly = await world.rest('DELETE', own);
    const pending = await statusOf();
    await sign(of, second);
    const active = await statusOf();
    world.wall.advance(1_000);
    const revoked = await world.rest('DELETE', own);
    const again = await world.rest('DELETE', own);

    expect([pending, active, await statusOf()]).toEqual(Object.keys(delegatedKeyMoves));
    expect([outcome(tooEarly), outcome(revoked), outcome(again)]).toEqual([
      [400, 'INVALID_INPUT'],
      [204, undefined],
      [400, 'INVALID_INPUT'],
    ]);
    expect((await world.rest('GET', own)).body.updatedAt).toBe(world.wall.now().toISOString());
  });

  test.each(['GET', 'DELETE'] as const)('%s of an unknown one is not found', async (verb) => {
    expect(outcome(await world.rest(verb, `${path}/${newId('DelegatedKey')}`))).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect(outcome(await world.rest(verb, `${path}/x`))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  test('it is revoked when the wallet no longer funds the card, and then none can be created', async () => {
    const of = await funded();
    const { body: key } = await made(of);

    await keys().unbindFundingSource({ fundingSourceId: of.fundingSourceId });
    await keys().unbindFundingSource({ fundingSourceId: of.fundingSourceId });

    expect((await world.rest('GET', `${path}/${key.id}`)).body.status).toBe('REVOKED');
    expect(outcome(await ask(of.body))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  test('it is revoked with its customer', async () => {
    const of = await funded();
    const { body: key } = await made(of);

    await world.internal(CredentialDirectoryService).removeCustomerCredentials({ customerId: of.customerId });

    expect((await world.rest('GET', `${path}/${key.id}`)).body.status).toBe('REVOKED');
  });
});

describe('payments of the card are signed', () => {
  const payload = '{"amount":1}';
  const none = { code: ErrorCode.CONFLICT };

  test('by the active key, and by no other', async () => {
    const of = await funded();
    const { fundingSourceId } = of;
    const second = await sign(of, await ask(of.body));
    await expect(keys().stampCardPayment({ fundingSourceId, payload })).rejects.toMatchObject(none);
    const { body: key } = await sign(of, second);

    const { stamp } = await keys().stampCardPayment({ fundingSourceId, payload });
    await world.rest('DELETE', `${path}/${key.id}`);

    const parsed = parseStamp(stamp);
    expect(parsed?.publicKey).toBe(key.publicKey);
    expect(parsed && isStampOf(parsed, payload)).toBe(true);
    await expect(keys().stampCardPayment({ fundingSourceId, payload })).rejects.toMatchObject(none);
  });

  test('for services, not for platforms', async () => {
    const { fundingSourceId } = await funded();

    const attempt = world.client(DelegatedKeyDirectoryService).stampCardPayment({ fundingSourceId, payload });

    await expect(attempt).rejects.toMatchObject({ code: ErrorCode.FORBIDDEN });
  });
});
