// Batching: the next batch collects calls while one runs, in order and with a limit.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { batched } from '../../services/kit/storage/batched.ts';

const waitingMax = 10_000;

test('beyond 10,000 waiting calls the next one is refused, and none before it', async () => {
  const { promise: open, resolve: release } = Promise.withResolvers<void>();
  const sent: number[] = [];
  const submit = batched<number>(async (items) => {
    await open;
    sent.push(...items);
  });
  const numbers = Array.from({ length: waitingMax + 1 }, (_, number) => number); // one runs, the others wait
  const answers = Promise.all(numbers.map(submit));

  const begun = performance.now();
  const refusal = await submit(-1).catch((error: unknown) => error);
  console.info(
    `Back-pressure: with ${waitingMax} waiting, the next is refused after ${(performance.now() - begun).toFixed(2)} ms.`,
  );
  release();
  await answers;

  expect(refusal).toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE, status: 503 });
  expect(sent).toEqual(numbers);
  await expect(submit(-2)).resolves.toBeUndefined();
});

test('a failure fails its own batch, and no other', async () => {
  const submit = batched<number>(async (items) => {
    if (items.includes(1)) throw new Error('One is bad.');
  }, 2);

  const answers = await Promise.allSettled([0, 1, 2, 3, 4].map(submit));

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
});
