// Which requests the log of a platform keeps.
import { randomUUID } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { RequestRecorderService } from '../../../gen/payments/platform/v1/request_recorder_pb.ts';
import { wall } from '../../../services/kit/core/clock.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

const startedAt = timestampFromDate(wall.now());

const entry = (operation: string, id = randomUUID()) => ({
  id: `Request:${id}`,
  requestId: id,
  method: 'GET',
  path: '/',
  operation,
  status: 200,
  durationMs: 1,
  startedAt,
});

test('repeated entries are ignored, and the latest 2,000 are kept', async () => {
  const tenant = await world.newPlatform();
  const listed = async (query: string) =>
    (await tenant.rest('GET', `/sandbox/requests?${query}`)).body.data as { operation: string }[];
  const recorder = tenant.internal(RequestRecorderService);
  const first = Array.from({ length: 100 }, (_, index) => entry(`first${index}`));
  await recorder.recordRequests({ requests: first });
  await recorder.recordRequests({ requests: first });
  expect((await listed('limit=100')).map(({ operation }) => operation)).toEqual(
    first.map(({ operation }) => operation).toReversed(),
  );

  for (let batch = 0; batch < 19; batch++)
    await recorder.recordRequests({ requests: Array.from({ length: 100 }, () => entry('later')) });

  expect(await listed('operation=first0')).toEqual([]);
  expect(await listed('operation=first99')).toEqual([]);
  expect(await listed('operation=later&limit=1')).toHaveLength(1);
});
