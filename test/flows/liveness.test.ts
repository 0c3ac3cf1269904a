// A production platform and the liveness provider of its operator, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CheckStatus } from '../../gen/payments/liveness/v1/liveness_pb.ts';
import { startProcess } from '../kit/launch.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { mobile } from '../services/auth/sca-resets.ts';
import { flowDatabase } from './flow-database.ts';
import { newProductionPlatform } from './production-platform.ts';

const secret = '1e'.repeat(32);
const provider = fork(join(import.meta.dirname, '../services/auth/example-liveness.ts'), {
  env: { ...process.env, LIVENESS_SECRET: secret },
});
afterAll(() => void provider.kill('SIGKILL'));
const [{ address }] = (await once(provider, 'message')) as [{ address: string }];
const hook = await startReceiver();
const common = { DATABASE_URL: await flowDatabase(), MODE: 'production', RATE_LIMIT_PER_SECOND: '0', SMS_HOOK_URL: hook.url };
const platform = await startProcess({ env: { ...common, LIVENESS_URL: address, LIVENESS_SECRET: secret } });
const { authorization } = await newProductionPlatform(platform);
const rest = restAt(platform.origin, authorization);

const lastText = () => hook.received.at(-1)?.body as unknown as { to: string; text: string };
const codeIn = (text: string) => /is (\d{6})\./.exec(text)?.[1] ?? '';

async function newCustomer(): Promise<string> {
  const contacts = { email: 'ada@example.com', phoneNumber: '+33612345678' };
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'FR', ...contacts };
  const { body: customer } = await rest('POST', '/customers', { body });
  await rest('POST', `/customers/${customer.id}/verify-phone`);
  const code = codeIn(lastText().text);
  const { status } = await rest('POST', `/customers/${customer.id}/verify-phone/confirm`, { body: { code } });
  expect(status).toBe(200);
  return customer.id;
}

function resetsOf(customerId: string) {
  const at = (path: string) => `/sca/factors/reset${path}?customerId=${customerId}`;
  const start = () => rest('POST', at(''), { body: { factor: 'SMS_OTP' } });
  const statusOf = async (id: string) => (await rest('GET', at(`/${id}`))).body.status;
  const complete = (id: string) => rest('POST', at(`/${id}/complete`), { body: { mobile } });
  return { start, statusOf, complete };
}

const decide = async (decision: CheckStatus) => {
  const heard = once(provider, 'message');
  provider.send(decision);
  await heard;
};

test('a connected provider decides about resets, and codes then go to the new phone', async () => {
  const customerId = await newCustomer();
  const { start, statusOf, complete } = resetsOf(customerId);

  const { status, body } = await start();
  const states = [];
  for (const decision of [CheckStatus.PENDING, CheckStatus.IN_REVIEW, CheckStatus.PASSED]) {
    await decide(decision);
    states.push(await statusOf(body.resetId));
  }
  await decide(CheckStatus.REJECTED); // too late
  const completed = await complete(body.resetId);
  await rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });

  expect([status, body]).toEqual([
    201,
    {
      resetId: expect.stringMatching(/^TwoFactorReset:/),
      livenessAccessToken: `token of ${body.resetId}`,
      verificationLink: `https://liveness.example/${body.resetId}`,
      expiresAt: expect.any(String),
    },
  ]);
  expect([...states, completed.status]).toEqual(['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED', 204]);
  expect(lastText().to).toBe(`${mobile.countryCode}${mobile.number}`);
  expect((await rest('GET', `/customers/${customerId}`)).body.phoneNumber).toBe(lastText().to);
});

test('a check that the provider rejects is final', async () => {
  const { start, statusOf, complete } = resetsOf(await newCustomer());
  const { body } = await start();

  await decide(CheckStatus.REJECTED);
  const rejected = await statusOf(body.resetId);
  await decide(CheckStatus.PASSED);

  expect([rejected, await statusOf(body.resetId), (await complete(body.resetId)).status]).toEqual(['REJECTED', 'REJECTED', 400]);
});

test('while the provider cannot be reached, resets are 503 and do not count', async () => {
  const { start } = resetsOf(await newCustomer());
  provider.kill('SIGKILL');
  await once(provider, 'exit');

  for (let i = 0; i < 6; i++) expect((await start()).body.code).toBe('SERVICE_UNAVAILABLE');
});
