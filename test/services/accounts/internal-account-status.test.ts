// Every state of an internal account, with every change that its operator can request.
import { afterAll, describe, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { InternalAccountStatus } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { startAccounts } from './accounts-world.ts';

const ours = await startAccounts();
afterAll(() => ours.close());

const { PROVISIONED, PROVISIONING_FAILED, RETRIED, FROZEN, LIFTED, CLOSED } = InternalAccountChange;
const changes = { PROVISIONED, PROVISIONING_FAILED, RETRIED, FROZEN, LIFTED, CLOSED };

type Change = keyof typeof changes;
type Status = 'PENDING' | 'ACTIVE' | 'FROZEN' | 'FAILED' | 'CLOSED';

/** How a production account enters each state. */
const paths: Readonly<Record<Status, readonly Change[]>> = {
  PENDING: [],
  ACTIVE: ['PROVISIONED'],
  FROZEN: ['PROVISIONED', 'FROZEN'],
  FAILED: ['PROVISIONING_FAILED'],
  CLOSED: ['PROVISIONED', 'CLOSED'],
};

/** The target of each change; a change that is not listed is refused. A repeated change leads to the current state. */
const moves: Readonly<Record<Status, Partial<Record<Change, Status>>>> = {
  PENDING: { PROVISIONED: 'ACTIVE', PROVISIONING_FAILED: 'FAILED', CLOSED: 'CLOSED', RETRIED: 'PENDING' },
  ACTIVE: { FROZEN: 'FROZEN', CLOSED: 'CLOSED', PROVISIONED: 'ACTIVE', LIFTED: 'ACTIVE' },
  FROZEN: { LIFTED: 'ACTIVE', CLOSED: 'CLOSED', FROZEN: 'FROZEN' },
  FAILED: { RETRIED: 'PENDING', CLOSED: 'CLOSED', PROVISIONING_FAILED: 'FAILED' },
  CLOSED: { CLOSED: 'CLOSED' },
};

describe.each(Object.entries(paths) as [Status, readonly Change[]][])('an internal account that is %s', (status, path) => {
  test.each(Object.keys(changes) as Change[])('asked to %s', async (change) => {
    const platform = ours.newPlatform('production');
    const accountId = `InternalAccount:${await platform.newAccount()}`;
    const ask = (name: Change) => platform.directory.changeInternalAccountStatus({ accountId, change: changes[name] });
    for (const step of path) await ask(step);
    const countBefore = (await statusesReceived(accountId)).length;

    const [outcome] = await Promise.allSettled([ask(change)]);

    const next = moves[status][change];
    const received = (await statusesReceived(accountId)).slice(countBefore);
    if (next) expect(outcome).toMatchObject({ value: { account: { status: InternalAccountStatus[next] } } });
    else expect(outcome).toMatchObject({ reason: { code: ErrorCode.CONFLICT, details: { accountStatus: status } } });
    expect(received).toEqual(next && next !== status ? [next] : []);
  });
});

/** The statuses in the platform's events, in order. */
async function statusesReceived(accountId: string): Promise<unknown[]> {
  await ours.settle();
  return ours.events
    .filter(({ resource, type }) => resource === accountId && type === 'INTERNAL_ACCOUNT.STATUS_UPDATED')
    .map(({ body }) => body.data.status);
}
