// Concurrent copies of one signed retry, for every operation: one takes effect, and only one gets the success.
import { describe, expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { newHolder } from '../../kit/wallet-holder.ts';
import { signed } from './signed-call.ts';
import { signedOperations } from './signed-operations.ts';

const world = await sharedWorld();

describe.each(signedOperations)('$name', ({ call, status, seen, after, again: [again] = [401] }) => {
  test('sent three times concurrently takes effect once', async () => {
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
