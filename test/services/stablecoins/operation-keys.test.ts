// Idempotency keys of stablecoins; the limit of mints and burns per minute, and their lists.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { burn, byWire, fromWallet, mint, newIssuer } from './operations-world.ts';
import { key, register, token } from './stablecoins-world.ts';

const world = await sharedWorld();
const issuer = await newIssuer(world);
const credentials = { provider: 'BRALE', apiClientId: 'client', apiClientSecret: 'secret' };

test.each([
  ['missing', {}],
  ['empty', { 'idempotency-key': '' }],
  ['too long', { 'idempotency-key': 'k'.repeat(256) }],
  ['not printable', { 'idempotency-key': 'clé' }],
])('a key that is %s is refused', async (_, headers) => {
  for (const answer of [
    await mint(world, issuer, byWire(issuer), headers as ReturnType<typeof key>),
    await burn(world, issuer, fromWallet(issuer), headers as ReturnType<typeof key>),
    await register(world, token(), headers as Record<string, string>),
    await world.rest('POST', '/stablecoin-provider-accounts', { body: credentials, headers }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(answer.body.details.errors).toMatchObject([{ field: 'Idempotency-Key' }]);
  }
});

test('a repeated key returns the first answer, also a refusal, and another body is refused', async () => {
  const [accepted, refused] = [key(), key()];
  const first = await mint(world, issuer, byWire(issuer), accepted);
  await mint(world, issuer, { ...byWire(issuer), amount: '0' }, refused);

  expect(await mint(world, issuer, byWire(issuer), accepted)).toMatchObject({ status: 201, body: first.body });
  expect((await mint(world, issuer, { ...byWire(issuer), amount: '0' }, refused)).body.code).toBe('INVALID_AMOUNT');
  expect((await mint(world, issuer, { ...byWire(issuer), amount: '5000000' }, accepted)).body).toMatchObject({
    code: 'INVALID_INPUT',
    details: { reason: 'IDEMPOTENCY_KEY_REUSED' },
  });
  expect((await burn(world, issuer, fromWallet(issuer), accepted)).status).toBe(201); // another path, another key
});

test('the 61st mint or burn within a minute is refused, and its key can be used later', async () => {
  const tenant = await world.newPlatform();
  const own = await newIssuer(tenant);
  const last = key();
  const send = (index: number, headers = key()) =>
    index % 2 ? mint(tenant, own, byWire(own), headers) : burn(tenant, own, fromWallet(own), headers);

  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => send(index)));
  const refused = await send(1, last);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  world.wall.advance(61_000);
  expect((await send(1, last)).status).toBe(201);
  expect((await tenant.rest('GET', `/stablecoins/${own.stablecoinId}/operations`)).body.totalCount).toBe(61);
});

test('operations are listed newest first, page by page, by type', async () => {
  const tenant = await world.newPlatform();
  const own = await newIssuer(tenant);
  const made: string[] = [];
  for (const send of [
    () => mint(tenant, own, byWire(own)),
    () => burn(tenant, own, fromWallet(own)),
    () => mint(tenant, own, byWire(own)),
  ]) {
    made.unshift((await send()).body.id);
    await tenant.advance(1);
  }
  const path = `/stablecoins/${own.stablecoinId}/operations`;
  const list = async (query: string) => {
    const { body } = await tenant.rest('GET', `${path}?${query}`);
    return { ids: body.data.map(({ id }: { id: string }) => id), total: body.totalCount, cursor: body.nextCursor };
  };

  const first = await list('limit=2');
  expect(first).toMatchObject({ ids: made.slice(0, 2), total: 3 });
  expect(await list(`limit=2&cursor=${first.cursor}`)).toEqual({ ids: made.slice(2), total: 3, cursor: undefined });
  expect(await list('operationType=BURN')).toEqual({ ids: [made[1]], total: 1, cursor: undefined });
  for (const query of ['limit=0', 'limit=101', 'operationType=OTHER', 'cursor=nonsense'])
    expect((await tenant.rest('GET', `${path}?${query}`)).body.code, query).toBe('INVALID_INPUT');
});
