// The same signed retry several times at once, of every operation: one has its effect, and only one is answered so.
import { describe, expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { newHolder } from '../../kit/wallet-holder.ts';
import { signed } from './signed-call.ts';
import { signedOperations } from './signed-operations.ts';

const world = await startWorld();

describe.each(signedOperations)('$name', ({ call, status, seen, after, again: [again] = [401] }) => {
  test('three times at once happens once', async () => {
    const holder = await newHolder(world, { phoneNumber: '+14155550100' });
    world.wall.advance(1_000);
    const send = await signed(world, holder, await call(world, holder));

    const answers = await Promise.all([send(), send(), send()]);

    const right = answers.filter((answer) => answer.status === status);
    const refused = answers.filter((answer) => answer.status !== status);
    for (const { status: code } of refused) expect(code).toBeOneOf([401, again]);
    if (again !== status) expect([right.length, refused.length]).toEqual([1, 2]);
    expect(right.length).toBeGreaterThan(0);
    expect(await seen(world, holder)).toEqual(after);
  });
});
