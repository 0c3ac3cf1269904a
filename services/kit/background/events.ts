// Webhook bodies. A body is rendered once, in the transaction that changes the state, then stored, signed and sent as those bytes.
import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type WebhookType, WebhookTypeSchema } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { atFirstUse } from '../core/at-first-use.ts';
import { publicId } from '../core/ids.ts';
import type { Context } from '../core/method.ts';
import { tracedBy } from '../core/tracing.ts';
import { compileCodec } from '../messages/json/compile-codec.ts';
import { enumNames } from '../messages/json/enums.ts';
import type { OutboxEvent } from './outbox-event.ts';

/** A change of a resource. */
export interface ResourceEvent<Data> {
  readonly type: WebhookType;
  /** Public id of the resource. Its events are delivered in the order of `sequence`. */
  readonly resource: string;
  /** Increases with every event of the resource. */
  readonly sequence: bigint;
  /** uuid of the customer of the event, if it has one. The body cannot be read after the customer was erased. */
  readonly customerId: string | undefined;
  /** The resource as GET returns it now. */
  readonly data: Data;
}

/** The parts of the context that a body requires. */
export type Origin = Pick<Context, 'caller' | 'clock' | 'ids' | 'requestId'>;

/** Creates the renderer of a webhook type. `desc` is its message, with `id`, `type`, `timestamp`, `data` and `platformId`. */
export function eventMaker<D extends DescMessage>(desc: D) {
  const codec = atFirstUse(() => compileCodec(desc)); // the start of a process takes no time for it
  const { byNumber } = enumNames(WebhookTypeSchema);

  return (origin: Origin, event: ResourceEvent<DataOf<D>>): OutboxEvent => {
    const { type, resource, sequence, customerId, data } = event;
    const id = origin.ids.next();
    const createdAt = origin.clock.now();
    const { platformId, environment } = origin.caller;
    const envelope = { id: publicId('Webhook', id), type, timestamp: timestampFromDate(createdAt) };
    const message = { ...envelope, data, platformId: publicId('Platform', platformId) };
    const body = codec.use().encode(create(desc, message as unknown as MessageInitShape<D>));
    return {
      id,
      platformId,
      customerId,
      environment,
      resource,
      sequence,
      type: byNumber.get(type) ?? '',
      body: Buffer.from(JSON.stringify(body)),
      createdAt,
      requestId: origin.requestId,
      ...tracedBy(),
    };
  };
}

type DataOf<D extends DescMessage> = MessageInitShape<D> extends { data?: infer Data } ? NonNullable<Data> : never;
