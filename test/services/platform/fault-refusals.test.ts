// Which faults are refused.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

test('production platforms have no faults', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });

  const { status, body } = await tenant.rest('POST', '/sandbox/faults', { body: { type: 'DELAY', operation: '*' } });

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
});

test.each([
  [{ type: 'DELAY' }, 'operation'],
  [{ type: 'DELAY', operation: 'getConfig', eventType: 'TEST' }, 'eventType'],
  [{ type: 'DELAY', operation: 'getConfig', delayMs: 60_001 }, 'delayMs'],
  [{ type: 'ERROR_AFTER', operation: 'getConfig', delayMs: 1 }, 'delayMs'],
  [{ type: 'WEBHOOK_LATE' }, 'eventType'],
  [{ type: 'WEBHOOK_LATE', eventType: '*', operation: '*' }, 'operation'],
  [{ type: 'RAIL_SILENT', operation: 'executeQuote' }, 'operation'],
  [{ type: 'RAIL_SILENT', probability: 1.5 }, 'probability'],
  [{ type: 'RAIL_SILENT', count: 0 }, 'count'],
])('%j is refused: %s', async (body, field) => {
  const answer = await world.rest('POST', '/sandbox/faults', { body });

  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
  expect(answer.body.details.errors.map((error: { field: string }) => error.field)).toContain(field);
});

test('a platform has at most a hundred faults', async () => {
  const tenant = await world.newPlatform();
  const body = { type: 'RAIL_SILENT' };
  for (let count = 0; count < 100; count++) await tenant.rest('POST', '/sandbox/faults', { body });

  const { status, body: refusal } = await tenant.rest('POST', '/sandbox/faults', { body });

  expect([status, refusal.code, refusal.details.reason]).toEqual([409, 'CONFLICT', 'TOO_MANY_FAULTS']);
});
