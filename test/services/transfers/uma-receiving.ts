// Platforms whose customers are paid by UMA, with an endpoint that answers approval requests as configured.
import { services } from '../../../services/all.ts';
import { webhooksWithin } from '../../../services/webhooks/service.ts';
import { patienceMs } from '../../kit/patience.ts';
import { startWorld, type Tenant, type World } from '../../kit/platform.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from '../../kit/receiver.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { at, newPerson } from './uma-world.ts';

type Person = Awaited<ReturnType<typeof newPerson>>;

export interface Scene {
  readonly tenant: Tenant;
  readonly receiver: Receiver;
  readonly person: Person;
}

export interface ReceivingWorld extends World {
  /** A platform whose endpoint answers approval requests as configured, and all other events with 200. */
  scene(answer?: ReceiverAnswer | ((count: number) => ReceiverAnswer), more?: object): Promise<Scene>;
  /** The events of one transaction at the endpoint, in order. Settles first. */
  eventTypes(scene: Scene, id: string): Promise<string[]>;
}

/** The default timeout of approval requests here is a minute, enough for a late answer or decision. */
export async function startReceiving({ approvalTimeoutMs = patienceMs } = {}): Promise<ReceivingWorld> {
  const webhooks = webhooksWithin({ connectTimeoutMs: patienceMs, timeoutMs: patienceMs, approvalTimeoutMs });
  const world = await startWorld({ doors: services.map((door) => (door.name === 'webhooks' ? webhooks : door)) });
  return {
    ...world,
    scene: async (answer = {}, more = {}) => {
      const tenant = await world.newPlatform();
      const receiver = await startReceiver();
      let count = 0;
      receiver.answer(({ body }) => {
        if (body?.type !== 'INCOMING_PAYMENT.PENDING') return {};
        count += 1;
        return typeof answer === 'function' ? answer(count) : answer;
      });
      await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
      const person = await newPerson(tenant, { ...more });
      await world.settle();
      return { tenant, receiver, person };
    },
    eventTypes: async ({ receiver }, id) => {
      await world.settle();
      const events = receiver.received.filter(({ body }) => body?.data?.id === id);
      return events.map(({ body }) => body.type.replace(/^(INCOMING|OUTGOING)_PAYMENT\./, ''));
    },
  };
}

/** Ten dollars are sent by default. */
export function receive({ tenant, person }: Pick<Scene, 'tenant' | 'person'>, more: object = {}): Promise<RestAnswer> {
  const body = {
    senderUmaAddress: at('success.usd'),
    receiverUmaAddress: person.umaAddress,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 1_000,
    ...more,
  };
  return tenant.rest('POST', '/sandbox/uma/receive', { body });
}
