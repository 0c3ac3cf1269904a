// Examples of the documentation that are not commands work as they stand.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../kit/receiver.ts';
import { sharedWorld } from '../kit/shared-world.ts';
import { blocksOf } from '../kit/walk.ts';

const world = await sharedWorld();
const scratch = mkdtempSync(join(tmpdir(), 'payments-examples-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the faults of docs/sandbox.md can be set', async () => {
  const examples = blocksOf('docs/sandbox.md', 'json').filter((block) => block.includes('"operation"'));
  const faults = examples.flatMap((block) => block.trim().split('\n'));

  const answers = await Promise.all(faults.map((fault) => world.rest('POST', '/sandbox/faults', { body: JSON.parse(fault) })));

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
});

type EventIn = (
  raw: Buffer,
  header: string | undefined,
  expected: { readonly keys: readonly KeyObject[]; readonly platformId: string },
) => object | undefined;

test('the receiver of docs/webhooks.md accepts signed events of its own platform', async () => {
  const file = join(scratch, 'receiver.ts');
  const [block = ''] = blocksOf('docs/webhooks.md', 'ts');
  writeFileSync(file, `import crypto from 'node:crypto';\nexport ${block}`);
  const { eventIn }: { eventIn: EventIn } = await import(file);
  const [platform, receiver] = await Promise.all([world.newPlatform(), startReceiver()]);
  const { text } = await world.raw({ method: 'GET', url: '/.well-known/webhook-public-key.pem', headers: {} });
  const keys = text.split(/(?=-----BEGIN)/).map((pem) => createPublicKey(pem));
  const expected = { keys, platformId: `Platform:${platform.id}` };

  await platform.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const [event] = await receiver.arrived(1);

  if (!event) throw new Error('It has arrived.');
  const { bytes, headers, body } = event;
  const signature = String(headers['x-service-signature']);
  expect(eventIn(bytes, signature, expected)).toEqual(body);
  expect(eventIn(bytes, signature, { ...expected, platformId: `Platform:${world.id}` })).toBeUndefined();
  expect(eventIn(Buffer.concat([bytes, Buffer.from(' ')]), signature, expected)).toBeUndefined();
  expect(eventIn(bytes, undefined, expected)).toBeUndefined();
});
