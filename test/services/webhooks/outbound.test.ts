// The guarded outbound client: its allowed targets and its limits.
import { lookup } from 'node:dns/promises';
import { afterAll, expect, test } from 'vitest';
import { type Letter, NoAnswer, openOutbound } from '../../../services/kit/calls/outbound.ts';
import { isPublicAddress, isPublicHost } from '../../../services/kit/messages/addresses.ts';
import { patienceMs } from '../../kit/patience.ts';
import { startReceiver } from '../../kit/receiver.ts';

const outbound = openOutbound({ connectTimeoutMs: patienceMs });
afterAll(() => outbound.close());

const letterTo = (url: string, more: Partial<Letter> = {}): Letter => ({
  url,
  headers: {},
  body: Buffer.from('{"type":"OTHER"}'),
  timeoutMs: patienceMs,
  isPrivateAllowed: true,
  ...more,
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['127.0.0.1', '[::1]', 'localhost', 'api.localhost', 'printer.local', 'metadata.google.internal'])(
  'the host %s is not public',
  async (host) => {
    expect(await isPublicHost(host)).toBe(false);
  },
);

test.each(['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:7f00:1]'])(
  'a call to public addresses only does not reach %s',
  async (host) => {
    const receiver = await startReceiver();
    const url = receiver.url.replace('127.0.0.1', host);

    const refused = outbound.post(letterTo(url, { isPrivateAllowed: false }));

    await expect(refused).rejects.toThrow(NoAnswer);
    await expect(refused).rejects.toMatchObject({ reason: 'CONNECTION' });
    expect(receiver.events).toEqual([]);
  },
);

test('a connection that another call was allowed is not reused', async () => {
  const { url } = await startReceiver();
  await outbound.post(letterTo(url));

  await expect(outbound.post(letterTo(url, { isPrivateAllowed: false }))).rejects.toMatchObject({ reason: 'CONNECTION' });
});

test('of a long answer the first 64 KiB are read', async () => {
  const receiver = await startReceiver();
  receiver.answer(() => ({ body: Buffer.alloc(5_000_000, 'x') }));

  const { status, body } = await outbound.post(letterTo(receiver.url));

  expect([status, body.length]).toEqual([200, 65_536]);
});

test('an exchange that takes too long is aborted', async () => {
  const receiver = await startReceiver();
  receiver.answer(() => ({ after: Promise.withResolvers<void>().promise }));

  await expect(outbound.post(letterTo(receiver.url, { timeoutMs: 50 }))).rejects.toMatchObject({ reason: 'TIMEOUT' });
});

test('localhost resolves here, so the refusals above are meaningful', async () => {
  expect(isPublicAddress((await lookup('localhost')).address)).toBe(false);
});
