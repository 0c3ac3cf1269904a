// The configuration of a platform, through its REST door.
import { beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../kit/platform.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});

test('a new sandbox platform has every currency, a wallet configuration, no webhook endpoint and no fees', async () => {
  const { status, body } = await world.rest('GET', '/config');

  expect(status).toBe(200);
  expect(body.supportedCurrencies).toHaveLength(42);
});
