// Who may open a stream of calls, and what it may contain.
import { randomBytes } from 'node:crypto';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { callAs } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { exchangePath } from '../../services/kit/rpc/call-streams.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { acceptEvents, callBy, openEventsDoor, request, tokens } from './events-door.ts';

const { address, send } = await openEventsDoor();

/** The status that ends a stream with these messages. */
function statusOf(authorization: string | undefined, ...messages: Uint8Array[]): Promise<status> {
  const client = new Client(new URL(address).host, credentials.createInsecure());
  const metadata = new Metadata();
  if (authorization !== undefined) metadata.set('authorization', authorization);
  const stream = client.makeBidiStreamRequest(exchangePath, Buffer.from, (bytes: Buffer) => bytes, metadata);
  for (const message of messages) stream.write(message);
  const { promise, resolve } = Promise.withResolvers<status>();
  stream.on('error', () => undefined);
  stream.once('status', ({ code }: { code: status }) => resolve(code));
  stream.resume();
  return promise.finally(() => client.close());
}

const tokenOf = (service: string | undefined) =>
  tokens.mint(
    { ...callAs('', '').caller, ...(service === undefined ? { service: undefined as never } : { service }) },
    'webhooks',
  );

test('only processes of the installation open streams', async () => {
  const others = [undefined, 'Bearer forged', `Bearer ${await tokenOf('rails')}`];

  expect(await Promise.all(others.map((authorization) => statusOf(authorization)))).toEqual([
    status.UNAUTHENTICATED,
    status.UNAUTHENTICATED,
    status.PERMISSION_DENIED,
  ]);
});

test('a message that is not one ends its stream', async () => {
  const authorization = `Bearer ${await tokenOf('process')}`;

  expect(await statusOf(authorization, Buffer.from('no message'))).toBe(status.INVALID_ARGUMENT);
  expect(await send(callBy('after'))).toMatchObject({ replayed: false });
});

test('a call with a forged token is refused, and the others of its stream run', async () => {
  const forger = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
  const mint: typeof tokens.mint = (caller, audience) => (caller.service === 'forger' ? forger : tokens).mint(caller, audience);
  const mixed = openRemote({ addressOf: () => address, tokens: { mint } });
  const forged = { ...callBy('forged'), caller: { ...callBy('').caller, service: 'forger' } };

  const results = await Promise.allSettled([forged, callBy('right')].map((call) => mixed.dispatch(acceptEvents, request, call)));

  expect(results).toMatchObject([{ reason: { code: ErrorCode.UNAUTHORIZED } }, { value: { replayed: false } }]);
  await mixed.close();
});
