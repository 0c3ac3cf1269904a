// Addresses and names in the configuration, refused alike over every door.
import { fromJson, type JsonObject } from '@bufbuild/protobuf';
import { createClient, type Transport } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { PlatformService, UpdateConfigRequestSchema } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { Refusal, refusalFrom } from '../../../services/kit/messages/fail.ts';
import type { FieldError } from '../../../services/kit/messages/validate.ts';
import { platform } from '../../../services/platform/service.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { openRpcDoors } from '../../kit/rpc-doors.ts';
import { fieldsOf, patch } from './config-bodies.ts';

const world = await startWorld({ doors: [platform, auth] });
const production = await world.newPlatform({ environment: 'production', currencies: ['USD'] });

/** Changes the configuration; returns the fields that are refused as invalid input. */
type Change = (tenant: Tenant, body: JsonObject) => Promise<readonly string[]>;

const doors: readonly (readonly [string, Change])[] = [
  ['REST', changeByRest],
  ...(await openRpcDoors(world)).map(([name, transport]) => [name, changeBy(transport)] as const),
];

describe.each(doors)('over %s', (_, change) => {
  test.each([
    'ftp://hooks.acme.example',
    'hooks.acme.example',
    '/hook',
    'https:hooks',
    'https://user:word@hooks.acme.example',
    'https://@hooks.acme.example',
    'https://*/',
    'https://hooks.acme.example/#part',
    `https://hooks.acme.example/${'a'.repeat(2_030)}`,
  ])('%.60s is no webhook endpoint', async (webhookEndpoint) => {
    expect(await change(world, { webhookEndpoint })).toEqual(['webhookEndpoint']);
  });

  test.each([
    'http://hooks.acme.example/in',
    'https://127.0.0.1/in',
    'https://[::1]/in',
    'https://localhost/in',
    'https://169.254.169.254/in',
  ])('in production, %s is no webhook endpoint', async (webhookEndpoint) => {
    expect(await change(production, { webhookEndpoint })).toEqual(['webhookEndpoint']);
  });

  test.each([
    { logoUrl: 'javascript:alert(1)' },
    { logoUrl: 'data:image/png;base64,AAAA' },
    { logoUrl: 'http://acme.example/logo.png' },
    { logoUrl: 'https://*/logo.png' },
    { logoUrl: 'https://a;sandbox/logo.png' },
    { appName: 'Acme\r\nBcc: all@acme.example' },
    { appName: 'Acme\u2028' },
    { sendFromEmailSenderName: 'Acme\n' },
  ])('embeddedWalletConfig refuses %j', async (embeddedWalletConfig) => {
    const refused = await change(world, { embeddedWalletConfig });

    expect(refused).toEqual([`embeddedWalletConfig.${Object.keys(embeddedWalletConfig)[0]}`]);
  });

  test("only in the sandbox can a logo come from a developer's machine", async () => {
    const body = { embeddedWalletConfig: { logoUrl: 'http://localhost:3000/logo.png' } };

    expect(await change(world, body)).toEqual([]);
    expect(await change(production, body)).toEqual(['embeddedWalletConfig.logoUrl']);
  });
});

async function changeByRest(tenant: Tenant, body: JsonObject): Promise<readonly string[]> {
  const answer = await patch(tenant, body);
  if (answer.status === 200) return [];
  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
  return fieldsOf(answer) ?? [];
}

function changeBy(transport: Transport): Change {
  return async ({ token }, body) => {
    const request = fromJson(UpdateConfigRequestSchema, { ...body, updateMask: Object.keys(body).join() });
    const call = createClient(PlatformService, transport).updateConfig(request, { headers: { authorization: token } });
    const answer = await call.catch((thrown: unknown) => refusalFrom(thrown) ?? Promise.reject(thrown));
    if (!(answer instanceof Refusal)) return [];
    expect(answer.code).toBe(ErrorCode.INVALID_INPUT);
    return ((answer.details?.errors ?? []) as unknown as FieldError[]).map(({ field }) => field);
  };
}
