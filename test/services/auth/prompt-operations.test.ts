// Operations without PROCESSING: even with slow wallets they take effect immediately.
import { describe, expect, test } from 'vitest';
import { startSlowWorld } from './processing-world.ts';
import { signed } from './signed-call.ts';
import { signedOperations } from './signed-operations.ts';

const world = await startSlowWorld();
const prompt = signedOperations.filter(({ isPrompt }) => isPrompt);

describe.each(prompt)('$name', ({ call, status, seen, after }) => {
  test('is answered with its result', async () => {
    const holder = { ...(await world.holder()), email: '' };
    const send = await signed(world, holder, await call(world, holder));

    const answer = await send();

    expect([answer.status, answer.body.code]).toEqual([status, undefined]);
    expect(await seen(world, holder)).toEqual(after);
  });
});
