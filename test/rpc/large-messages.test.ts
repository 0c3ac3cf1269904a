// Large messages are processed in turn per platform, and leave time for others.
import { expect, test } from 'vitest';
import { waitFor } from '../../services/kit/messages/large-messages.ts';

const large = 1_000;

test('a small message does not wait', () => {
  expect(waitFor('small', large - 1)).toBeUndefined();
});

test("one platform with many large messages does not delay another one's", async () => {
  const order: string[] = [];
  const send = (platformId: string, message: string) => waitFor(platformId, large)?.then(() => order.push(message));

  const sent = [send('other', 'first'), ...['a1', 'a2', 'a3', 'a4'].map((message) => send('a', message)), send('b', 'b1')];
  await Promise.all(sent);

  expect(order).toEqual(['first', 'a1', 'b1', 'a2', 'a3', 'a4']);
});

test('eight messages of a platform can wait, further ones are refused, and other platforms are not affected', async () => {
  const first = waitFor('first', large);
  const outcomes = Array.from({ length: 20 }, () => waitFor('busy', large));
  const other = waitFor('other', large);

  const settled = await Promise.allSettled(outcomes);

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 429, retryAfterSeconds: 1 } });
  await expect(Promise.all([first, other])).resolves.toHaveLength(2);
});

test('after a slow message the next one waits until others had the process for longer', async () => {
  const readSlowly = async () => {
    await waitFor('slow', large);
    const startMs = performance.now();
    while (performance.now() - startMs < 10) continue;
    return performance.now();
  };
  const readNext = async () => {
    await waitFor('slow', large);
    return performance.now();
  };

  const [endMs, nextMs] = await Promise.all([readSlowly(), readNext()]);

  expect(nextMs - endMs).toBeGreaterThanOrEqual(39);
});
