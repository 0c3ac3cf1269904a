// Concurrent calls of one process for the same answer of another process share it, if the method has no side effects.
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  GetPlatformRequestSchema,
  PlatformDirectoryService,
  PlatformService,
  UpdateConfigRequestSchema,
} from '../../gen/payments/platform/v1/platform_pb.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { startWorld } from '../kit/platform.ts';

const { running, wall, id, newPlatform } = await startWorld();
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: ['platform'], wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
let arrived = 0;
let gate = Promise.withResolvers<void>();
const held: Dispatch = async (...call) => {
  arrived++;
  await gate.promise;
  return running.dispatch(...call);
};
const behind = await startRpcServer({
  host: '127.0.0.1',
  port: 0,
  running: { ...running, dispatch: held },
  authenticate: authenticator.any,
  isReady: () => true,
  log: silent,
});
const remote = openRemote({ addressOf: () => behind.address, tokens });
afterEach(() => {
  arrived = 0;
  gate = Promise.withResolvers<void>();
});
afterAll(async () => {
  await remote.close();
  await behind.close();
});

const { getPlatform } = PlatformDirectoryService.method;
const { updateConfig } = PlatformService.method;

function callOf(platformId: string, signal = new AbortController().signal): Call {
  const permissions = [Permission.VIEW, Permission.MANAGE];
  const caller = { platformId, environment: 'sandbox', permissions, clockOffsetMs: 0, service: 'transfers' } as const;
  return { caller, requestId: 'test', signal, admitted: false };
}

const read = async (platformId: string, signal?: AbortSignal) =>
  (await remote.dispatch(getPlatform, create(GetPlatformRequestSchema), callOf(platformId, signal))).message;

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('calls that arrive while one runs share the next one, and each gets a message of its own', async () => {
  const first = read(id);
  await expect.poll(() => arrived).toBe(1);

  const others = times(20, () => read(id));
  gate.resolve();
  const messages = await Promise.all([first, ...others]);

  expect(arrived).toBe(2);
  expect(new Set(messages).size).toBe(21);
  expect(new Set(messages.map((message) => JSON.stringify(message, texts))).size).toBe(1);
});

const texts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test('a call after the answer asks again', async () => {
  gate.resolve();

  await read(id);
  await read(id);

  expect(arrived).toBe(2);
});

test('calls of different platforms are not shared', async () => {
  const other = await newPlatform();

  const answers = [read(id), read(other.id)];
  await expect.poll(() => arrived).toBe(2);
  gate.resolve();

  expect(await Promise.all(answers)).toHaveLength(2);
});

test('a caller that stops waiting does not end the call for the others', async () => {
  const leaving = new AbortController();
  const answers = [read(id, leaving.signal).catch(() => undefined), read(id)];
  await expect.poll(() => arrived).toBe(1);

  leaving.abort();
  gate.resolve();

  expect((await Promise.all(answers))[1]).toBeDefined();
});

test('calls with side effects are never shared', async () => {
  const write = () => remote.dispatch(updateConfig, create(UpdateConfigRequestSchema, {}), callOf(id)).catch(() => undefined);

  const answers = times(3, write);
  await expect.poll(() => arrived).toBe(3);
  gate.resolve();

  expect(await Promise.all(answers)).toHaveLength(3);
});
