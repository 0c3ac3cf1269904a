// The address of a client behind proxies: locked addresses are those of clients, and no client can choose its address.
import { BlockList } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { startWorld } from '../kit/platform.ts';

const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8, 'ipv4');
const failuresPerMinute = 3;
const { app, wall } = await startWorld({ failuresPerMinute, proxies });
beforeEach(() => wall.advance(60_000));

const guess = `Basic ${Buffer.from('nobody:guess').toString('base64')}`;

async function statusOf(remoteAddress: string, forwarded?: string): Promise<number> {
  const headers = { authorization: guess, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
  const { statusCode } = await app.inject({ method: 'GET', url: `${versionPrefix}/customers`, headers, remoteAddress });
  return statusCode;
}

/** Fails until the address is locked, then tries once more. */
async function lock(peer: string, forwarded?: (attempt: number) => string): Promise<number> {
  for (let attempt = 0; attempt < failuresPerMinute; attempt++) expect(await statusOf(peer, forwarded?.(attempt))).toBe(401);
  return statusOf(peer, forwarded?.(failuresPerMinute));
}

test('a client behind a proxy is locked, and the other clients of the proxy are not', async () => {
  expect(await lock('10.0.0.1', () => '203.0.113.7')).toBe(429);
  expect(await statusOf('10.0.0.1', '203.0.113.8')).toBe(401);
  expect(await statusOf('10.0.0.2', '203.0.113.7')).toBe(429);
});

test.each([
  ['that no proxy sent', '198.51.100.1', (attempt: number) => `203.0.113.${attempt}`],
  ['that the client began itself', '10.0.0.1', (attempt: number) => `203.0.113.${attempt}, 198.51.100.2`],
  ['that passed two proxies', '10.0.0.1', (attempt: number) => `203.0.113.${attempt}, 198.51.100.3, 10.0.0.9`],
  ['that contains no address', '10.0.0.7', (attempt: number) => `nobody-${attempt}`],
])('a list of addresses %s hides no client', async (_, peer, forwarded) => {
  expect(await lock(peer, forwarded)).toBe(429);
});
