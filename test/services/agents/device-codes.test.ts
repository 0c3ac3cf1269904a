// Device codes: issued, shown, redeemed once.
import { describe, expect, test } from 'vitest';
import { select } from '../../kit/books.ts';
import { startWorld } from '../../kit/platform.ts';
import { issue, newAgent, newCustomer, policy, redeem, verdict } from './agents-world.ts';

const world = await startWorld();
const { rest } = world;

/** Agents of a customer of their own, whose failures of the last minute are forgotten. */
async function fresh(more: object = {}) {
  world.wall.advance(60_000);
  return newAgent(world, (await newCustomer(world)).customerId, more);
}

const statusOf = (code: string) => rest('GET', `/agents/device-codes/${code}/status`);
const pause = (id: string) => rest('PATCH', `/agents/${id}`, { body: { isPaused: true } });
const isConnected = async (id: string) => (await rest('GET', `/agents/${id}`)).body.isConnected;

test('redeeming connects the agent and shows its credential', async () => {
  const { id, code } = await fresh();
  const now = world.wall.now().toISOString();

  const { status, body } = await redeem(world, ` ${code.toLowerCase()} `.replaceAll(' ', '%20'));

  expect([status, body]).toEqual([
    200,
    { agentId: id, agentName: 'Bookkeeper', accessToken: expect.stringMatching(/^agt_[0-9a-f]{40}$/), policy: policy() },
  ]);
  expect((await rest('GET', `/agents/${id}`)).body).toMatchObject({ isConnected: true, updatedAt: now });
  expect((await statusOf(code)).body).toEqual({ code, redeemed: true });
});

test('credentials are ignored', async () => {
  for (const token of ['Basic !', 'Bearer x', world.token]) {
    const { code } = await fresh();
    expect((await rest('POST', `/agents/device-codes/${code}/redeem`, { token })).status).toBe(200);
  }
});

test('of many calls at once one redeems the code', async () => {
  const { code } = await fresh();

  const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(world, code)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.details?.reason === 'DEVICE_CODE_REDEEMED')).toHaveLength(9);
});

describe('a code that', () => {
  test('was redeemed is refused', async () => {
    const { code } = await fresh();
    await redeem(world, code);

    expect(verdict(await redeem(world, code))).toEqual([400, 'INVALID_INPUT', 'DEVICE_CODE_REDEEMED']);
  });

  test('was replaced is refused, and its status is known', async () => {
    const { id, code } = await fresh();
    const { status, body } = await issue(world, id);

    expect([status, body.agentId, body.redeemed]).toEqual([201, id, false]);
    expect(verdict(await redeem(world, code))).toEqual([400, 'INVALID_INPUT', 'DEVICE_CODE_SUPERSEDED']);
    expect((await statusOf(code)).body).toEqual({ code, redeemed: false });
    expect((await redeem(world, body.code)).status).toBe(200);
  });

  test.each([
    { name: 'Bookkeeper', livesMs: 24 * 3_600_000 },
    { name: 'Bookkeeper 005', livesMs: 30_000 },
  ])('is of $name lives $livesMs ms', async ({ name, livesMs }) => {
    const [alive, dead] = [await fresh({ name }), await fresh({ name })];
    const { expiresAt } = (await issue(world, dead.id)).body;
    const { code: late } = (await issue(world, dead.id)).body;
    const { code: early } = (await issue(world, alive.id)).body;

    expect(new Date(expiresAt).getTime() - world.wall.now().getTime()).toBe(livesMs);
    world.wall.advance(livesMs - 1);
    expect((await redeem(world, early)).status).toBe(200);
    world.wall.advance(1);
    expect(verdict(await redeem(world, late))).toEqual([400, 'INVALID_INPUT', 'DEVICE_CODE_EXPIRED']);
    expect((await statusOf(late)).body).toEqual({ code: late, redeemed: false });
    expect((await issue(world, dead.id)).status).toBe(201);
  });

  test('nobody has, or another platform, is not found', async () => {
    const { code } = await fresh();
    const other = await world.newPlatform();

    expect(verdict(await redeem(world, 'AGENT-AAAA-AAAA'))).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
    expect(verdict(await statusOf('AGENT-AAAA-AAAA'))).toEqual([404, 'REFERENCE_NOT_FOUND', undefined]);
    expect((await other.rest('GET', `/agents/device-codes/${code}/status`)).status).toBe(404);
  });
});

describe('a connected agent', () => {
  test('gets no code unless it is paused, which costs its credential', async () => {
    const { id, code } = await fresh();
    await redeem(world, code);

    expect(verdict(await issue(world, id))).toEqual([409, 'CONFLICT', 'AGENT_CONNECTED']);
    await pause(id);
    expect(await isConnected(id)).toBe(true);
    const { status, body } = await issue(world, id);

    expect([status, await isConnected(id)]).toEqual([201, false]);
    expect((await redeem(world, body.code)).status).toBe(200);
    expect((await rest('GET', `/agents/${id}`)).body).toMatchObject({ isConnected: true, isPaused: true });
  });
});

test('after ten failures in a minute an address has to wait, even with a valid code', async () => {
  const { code } = await fresh();
  for (let count = 0; count < 10; count++) expect((await redeem(world, 'AGENT-AAAA-AAAA')).status).toBe(404);

  const { status, body, headers } = await redeem(world, code);

  expect([status, body.code, headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
  world.wall.advance(60_000);
  expect((await redeem(world, code)).status).toBe(200);
});

test('the code expires by the clock of its platform', async () => {
  const tenant = await world.newPlatform();
  world.wall.advance(60_000);
  const { code } = await newAgent(tenant, (await newCustomer(tenant)).customerId);

  await tenant.rest('POST', '/sandbox/clock/advance', { body: { seconds: 24 * 3_600 } });

  expect(verdict(await redeem(world, code))).toEqual([400, 'INVALID_INPUT', 'DEVICE_CODE_EXPIRED']);
});

test('neither codes nor credentials are stored', async () => {
  const { code } = await fresh();
  const { accessToken } = (await redeem(world, code)).body;
  const tables = ['agent', 'device_code', 'secret_directory'];

  const rows = await Promise.all(tables.map((table) => select(world.databaseUrl, `select t::text from agents.${table} t`)));

  const text = JSON.stringify(rows);
  for (const secret of [code, accessToken]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
});
