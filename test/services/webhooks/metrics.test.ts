// What the metrics of a platform say about its webhooks.
import { expect, test } from 'vitest';
import { makePayer } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';

const world = await startWorld();
const { rest, wall } = world;
const receiver = await startReceiver();
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

const dayMs = 86_400_000;

/** The values of metrics of webhooks, without those that are 0. Gauges are measured every 15 seconds. */
async function measured(): Promise<Record<string, number>> {
  await world.settle();
  wall.advance(15_000);
  await world.settle();
  const { payload } = await world.app.inject('/metrics');
  const lines = [...payload.matchAll(/^payments_(webhook\w+)(?:\{(.*)\})? (\S+)$/gm)];
  const values = lines.map(([, name, labels, value]): [string, number] => [`${name} ${labels ?? ''}`.trim(), Number(value)]);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}

test('attempts are counted by their outcome, and deliveries by their state, until they are given up', async () => {
  const announced = { 'webhook_attempts_total environment="sandbox",outcome="2xx"': 1 }; // the TEST event of a new endpoint
  expect(await measured()).toEqual(announced);

  receiver.answer({ status: 503, headers: { 'retry-after': '3600' } });
  await makePayer(rest);
  await world.settle();
  const sent = receiver.events.length;
  expect(sent).toBeGreaterThan(0);
  const failed = { ...announced, 'webhook_attempts_total environment="sandbox",outcome="5xx"': sent };
  expect(await measured()).toEqual({ ...failed, 'webhooks_pending service="webhooks",state="RETRY"': sent });

  receiver.answer({ hangUp: true });
  wall.advance(8 * dayMs);
  expect(await measured()).toEqual({
    ...failed,
    'webhook_attempts_total environment="sandbox",outcome="CONNECTION"': sent,
    'webhooks_dead service="webhooks"': sent,
    webhooks_given_up_total: sent,
  });
});
