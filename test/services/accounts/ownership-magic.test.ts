// The magic signature of the sandbox proves no wallet in production.
import { expect, test } from 'vitest';
import { challenged, created, path, startOwnershipWorld } from './ownership-world.ts';
import { ownerOn } from './wallet-owner.ts';

test.each([
  ['production', 'production'],
  ['production', 'sandbox'],
  ['sandbox', 'production'],
] as const)('on an installation in %s, for a platform in %s', async (mode, environment) => {
  const world = await startOwnershipWorld(mode);
  const own = await world.regulatedPlatform({ environment });
  const url = `${path}/${String((await created(own, { owner: ownerOn('BASE') })).id)}`;
  await challenged(own.platform, url);

  const answer = await own.platform.rest('POST', `${url}/verify`, {
    body: { signature: 'sandbox-valid-ownership-signature' },
  });

  expect([answer.status, answer.body.details]).toEqual([400, { reason: 'SIGNATURE_MALFORMED' }]);
});
