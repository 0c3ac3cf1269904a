// An e-mail change across two services: prepared, changed, then committed or cancelled, wherever a process dies.
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test } from 'vitest';
import { CredentialDirectoryService, TiedCredentialsSchema } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { ClaimedRequestSchema, SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { customers } from '../../../services/customers/service.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import { platform } from '../../../services/platform/service.ts';
import { dieAt } from '../../kit/death.ts';
import { startWorld } from '../../kit/platform.ts';
import { individual } from './customers-world.ts';

const watched = new Set<unknown>([CredentialDirectoryService, SignedRequestService]);
const withoutThem = { ...auth, serves: auth.serves.filter(({ desc }) => !watched.has(desc)) };
const world = await startWorld({ doors: [platform, withoutThem, customers] });

const { prepareContactChange, commitContactChange, cancelContactChange } = CredentialDirectoryService.method;
const credentialId = randomUUID();
let changeId = '';

beforeEach(() => {
  changeId = randomUUID();
  const tied = create(TiedCredentialsSchema, { credentials: [{ credentialId, accountId: randomUUID() }] });
  const payload = JSON.stringify({ parameters: { credentialIds: [credentialId] } });
  world.absent.answer(CredentialDirectoryService.method.examineContactChange, () => tied);
  world.absent.answer(SignedRequestService.method.claimRequest, () =>
    create(ClaimedRequestSchema, { operationId: changeId, payload }),
  );
  for (const method of [prepareContactChange, commitContactChange, cancelContactChange]) {
    world.absent.answer(method, () => create(method.output));
  }
});

const email = 'grace@example.com';

async function newCustomer(): Promise<string> {
  const { body } = await world.rest('POST', '/customers', { body: { ...individual, email: 'ada@example.com' } });
  return body.id;
}

/** The signed retry of the change. */
function changed(customerId: string) {
  const headers = { 'service-wallet-signature': 'signed', 'request-id': 'Request:1' };
  return world.rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', email }, headers });
}

const emailOf = async (customerId: string) => (await world.rest('GET', `/customers/${customerId}`)).body.email;

/** The calls to auth for this change, in order. */
function steps(): string[] {
  return world.absent.calls
    .filter(({ request }) => 'changeId' in request && request.changeId === changeId)
    .map(({ method }) => method.name);
}

async function tenSecondsLater(): Promise<void> {
  world.wall.advance(11_000);
  await world.settle();
}

test('prepared before the change, committed after it, and not cancelled later', async () => {
  const customerId = await newCustomer();

  const { status, body } = await changed(customerId);
  await tenSecondsLater();

  expect([status, body.email]).toEqual([200, email]);
  expect(steps()).toEqual(['PrepareContactChange', 'CommitContactChange']);
});

test.each([
  ['EMAIL_OTP_CREDENTIAL_SET_CHANGED', 409],
  ['EMAIL_OTP_CREDENTIAL_SYNC_FAILED', 424],
] as const)('%s changes nothing', async (code, expected) => {
  const customerId = await newCustomer();
  world.absent.answer(prepareContactChange, () => {
    throw fail(ErrorCode[code], 'No.');
  });

  const { status, body } = await changed(customerId);

  expect([status, body.code]).toEqual([expected, code]);
  expect(await emailOf(customerId)).toBe('ada@example.com');
  expect(steps()).toEqual(['PrepareContactChange', 'CancelContactChange']);
});

test.each(['contact change begun', 'contact change prepared'])(
  'a process that dies at "%s" has changed nothing',
  async (place) => {
    const customerId = await newCustomer();
    dieAt(place);

    const { status } = await changed(customerId);
    await tenSecondsLater();
    const late = await changed(customerId);

    expect(status).toBe(500);
    expect(await emailOf(customerId)).toBe('ada@example.com');
    expect(steps().at(-1)).toBe('CancelContactChange');
    expect([late.status, late.body.code]).toEqual([424, 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED']);
  },
);

test('a process that dies after the change still commits it', async () => {
  const customerId = await newCustomer();
  dieAt('contact changed');

  const { status } = await changed(customerId);
  await tenSecondsLater();
  const again = await changed(customerId);

  expect(status).toBe(500);
  expect(await emailOf(customerId)).toBe(email);
  expect(steps()).toContain('CommitContactChange');
  expect(steps()).not.toContain('CancelContactChange');
  expect(again.status).toBe(200);
});

test('an unreachable auth service commits later', async () => {
  const customerId = await newCustomer();
  let isDown = true;
  world.absent.answer(commitContactChange, () => {
    if (isDown) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'Not now.');
    return create(commitContactChange.output);
  });

  const { status } = await changed(customerId);
  isDown = false;
  await tenSecondsLater();

  expect(status).toBe(200);
  expect(steps().filter((name) => name === 'CommitContactChange')).toHaveLength(2);
});
