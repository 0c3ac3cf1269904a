// Every operation that settles after its first answer: PROCESSING until then, one effect, and its result for repeated calls.
import { describe, expect, test } from 'vitest';
import { walletKey } from '../../kit/wallet-client.ts';
import { processing, type SignedSend, type SlowHolder, startSlowWorld } from './processing-world.ts';

const world = await startSlowWorld();

interface Case {
  readonly name: string;
  readonly begin: (holder: SlowHolder) => Promise<SignedSend>;
  readonly status: number;
  /** What a list shows of it. */
  readonly seen: (holder: SlowHolder) => Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

const typesOf = async ({ accountId }: SlowHolder) => (await world.list('credentials', accountId)).map(({ type }) => type);
const sessionsOf = async ({ accountId }: SlowHolder) => (await world.list('sessions', accountId)).length;

const adding = ({ accountId, key }: SlowHolder) =>
  world.signed({ method: 'POST', path: '/auth/credentials', body: { type: 'SMS_OTP', accountId }, key });

const cases: readonly Case[] = [
  {
    name: 'a credential that is added',
    begin: adding,
    status: 201,
    seen: typesOf,
    before: ['EMAIL_OTP'],
    after: ['EMAIL_OTP', 'SMS_OTP'],
  },
  {
    name: 'the verification of a code',
    begin: ({ credentialId }) => world.login(credentialId),
    status: 200,
    seen: sessionsOf,
    before: 1,
    after: 2,
  },
  {
    name: 'a session that refreshes itself',
    begin: ({ sessionId, key }) =>
      world.signed({
        method: 'POST',
        path: `/auth/sessions/${sessionId}/refresh`,
        body: { clientPublicKey: walletKey().compressed },
        key,
      }),
    status: 201,
    seen: sessionsOf,
    before: 1,
    after: 2,
  },
  {
    name: 'a session that logs itself out',
    begin: ({ sessionId, key }) => world.signed({ method: 'DELETE', path: `/auth/sessions/${sessionId}`, key }),
    status: 204,
    seen: sessionsOf,
    before: 1,
    after: 0,
  },
  {
    name: 'a credential that is revoked',
    begin: async (holder) => {
      const { body: sms } = await world.settled((await adding(holder)).send);
      return world.signed({ method: 'DELETE', path: `/auth/credentials/${sms.id}`, key: holder.key });
    },
    status: 204,
    seen: typesOf,
    before: ['EMAIL_OTP', 'SMS_OTP'],
    after: ['EMAIL_OTP'],
  },
];

describe.each(cases)('$name', ({ begin, status, seen, before, after }) => {
  test('is answered PROCESSING for three seconds, then with its result, once', async () => {
    const holder = await world.holder();
    const { send } = await begin(holder);

    const first = await send();
    world.wall.advance(2_999);
    const second = await send();
    const meanwhile = await seen(holder);
    world.wall.advance(1);
    await world.settle();
    const third = await send();

    expect([first.status, first.body, second.status, second.body]).toEqual([200, processing, 200, processing]);
    expect(meanwhile).toEqual(before);
    expect([third.status, third.body?.status]).toEqual([status, undefined]);
    expect(await seen(holder)).toEqual(after);
    expect((await send()).status).toBeGreaterThanOrEqual(401);
  });

  test('settles without another call, and still answers repeats before the end of its request', async () => {
    const holder = await world.holder();
    const { send } = await begin(holder);
    await send();

    world.wall.advance(3_000);
    await world.settle();
    const alone = await seen(holder);
    world.wall.advance(60_000);
    const answer = await send();
    await world.settle();

    expect(alone).toEqual(after);
    expect([answer.status, answer.body?.status]).toEqual([status, undefined]);
    expect(await seen(holder)).toEqual(after);
  });

  test('has one effect, however many calls are concurrent', async () => {
    const holder = await world.holder();
    const { send } = await begin(holder);

    const firsts = await Promise.all([send(), send(), send()]);
    world.wall.advance(3_000);
    const lasts = await Promise.all([send(), send(), send(), world.settle()]);

    expect(firsts.map((answer) => answer.body)).toEqual([processing, processing, processing]);
    const statuses = lasts.slice(0, 3).map((answer) => answer?.status ?? 0);
    expect(statuses.filter((one) => one !== status && one !== 401 && one !== 404 && one !== 200)).toEqual([]);
    expect(await seen(holder)).toEqual(after);
  });
});
