// `ops webhooks`: deliveries of events.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import {
  type Delivery,
  DeliverySchema,
  DeliveryService,
  DeliveryState,
  DeliveryStateSchema,
} from '../../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { CommandFailure, UsageMistake } from '../../failures.ts';
import { enumIn, namesOf } from '../enums.ts';
import { columns, type OpsCall, opsCommand, plain } from '../ops-command.ts';

export const webhooksList = opsCommand({
  name: 'webhooks list',
  summary: 'List the latest events of a platform and their deliveries',
  isForPlatform: true,
  options: {
    state: { value: 'STATE', description: 'in this state only', values: () => namesOf(DeliveryStateSchema) },
    resource: { value: 'RESOURCE', description: 'id of a resource' },
    before: { value: 'POSITION', description: 'next page, as printed by the previous one' },
  },
  examples: ['webhooks list --platform 019… --state DEAD', 'webhooks list --platform 019… --resource Transaction:019…'],
  run: async ({ client, print, text }) => {
    const [state, resource, before] = [text('state'), text('resource'), text('before')];
    const { deliveries, nextBefore } = await client(DeliveryService).listDeliveries({
      limit: 50,
      ...(state !== undefined && { state: enumIn(DeliveryStateSchema, state) }),
      ...(resource !== undefined && { resource }),
      ...(before !== undefined && { before: BigInt(before) }),
    });
    print.table(
      deliveries.map((delivery) => plain(DeliverySchema, delivery)),
      {
        ...columns('eventId', 'type', 'resource', 'state', 'createdAt'),
        attempts: ({ attempts }) => (attempts as unknown[]).length,
      },
    );
    if (nextBefore !== undefined) print.note(`There are more: --before ${nextBefore}`);
  },
});

export const webhooksShow = opsCommand({
  name: 'webhooks show',
  summary: 'Show an event with each attempt to deliver it',
  details: ['The response of a receiver is in base64, its first 4 KiB.'],
  isForPlatform: true,
  parameters: [{ name: 'event', description: 'its id' }],
  examples: ['webhooks show 019… --platform 019…'],
  run: async ({ client, print, parameters: [eventId = ''] }) => {
    const { deliveries } = await client(DeliveryService).listDeliveries({ eventId });
    const [delivery] = deliveries;
    if (!delivery) throw new CommandFailure(`The platform has no event ${eventId}.`);
    print.fields(plain(DeliverySchema, delivery));
  },
});

export const webhooksResend = opsCommand({
  name: 'webhooks resend',
  summary: 'Send dead events again, with the same id and bytes',
  isForPlatform: true,
  parameters: [{ name: 'event', description: 'ids of events', isOptional: true, isRepeated: true }],
  options: {
    'all-dead': { description: 'all dead events of the platform' },
    since: { value: 'TIME', description: 'with --all-dead: created at or after this RFC 3339 time' },
  },
  examples: ['webhooks resend 019… --platform 019…', 'webhooks resend --all-dead --since 2026-11-01T00:00:00Z --platform 019…'],
  run: async (call) => {
    const { client, print, parameters, has } = call;
    if (has('all-dead') === parameters.length > 0) throw new UsageMistake('Pass ids of events, or --all-dead.');
    const events = has('all-dead') ? await deadSince(call) : parameters;
    for (const eventId of events) await client(DeliveryService).replayDelivery({ eventId });
    print.fields({ resent: events.length });
  },
});

async function deadSince({ client, text }: OpsCall<'since'>): Promise<string[]> {
  const since = new Date(text('since') ?? 0);
  if (Number.isNaN(since.getTime())) throw new UsageMistake(`--since must be an RFC 3339 time.`);
  const found: Delivery[] = [];
  for (let before: bigint | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
    const page = { state: DeliveryState.DEAD, limit: 100, ...(before !== undefined && { before }) };
    const { deliveries, nextBefore } = await client(DeliveryService).listDeliveries(page);
    found.push(...deliveries);
    before = nextBefore;
  }
  const isRecent = ({ createdAt }: Delivery) => createdAt !== undefined && timestampDate(createdAt) >= since;
  return found.filter((delivery) => isRecent(delivery) && delivery.isRetried && !delivery.isErased).map(({ eventId }) => eventId);
}
