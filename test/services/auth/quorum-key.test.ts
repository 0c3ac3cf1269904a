// The key that clients of wallets pin.
import { expect, test } from 'vitest';
import { pointOf } from '../../../services/auth/domain/wallet/keys.ts';
import { quorumKey } from '../../../services/auth/steps/quorum-key.ts';
import type { Environment } from '../../../services/kit/core/caller.ts';
import { startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();

const keyOf = async (environment: Environment) => (await quorumKey({ caller: { environment }, store: world.store })).publicKey;

test('an environment has one quorum key, however many first requests are concurrent', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => keyOf('sandbox')));
  const production = await keyOf('production');

  expect(pointOf(first ?? '')?.toString('hex')).toBe(first);
  expect(new Set(others)).toEqual(new Set([first]));
  expect(production).not.toBe(first);
});
