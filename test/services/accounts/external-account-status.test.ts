// Every stable state of an external account, with every change that its operator can request.
import { describe, expect, test } from 'vitest';
import { ExternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { bodyOf, specimenOf } from './external-account-specimens.ts';
import { type Platform, sharedAccountsWorld } from './external-accounts-world.ts';
import { created, type Regulated } from './ownership-world.ts';
import { ownerOn } from './wallet-owner.ts';

const world = await sharedAccountsWorld();

const path = '/customers/external-accounts';
const { CLEARED, FLAGGED, REFUSED, DISABLED, ENABLED } = ExternalAccountChange;
const changes = { CLEARED, FLAGGED, REFUSED, DISABLED, ENABLED };

type Change = keyof typeof changes;
type Status = 'ACTIVE' | 'UNDER_REVIEW' | 'INACTIVE' | 'PENDING_OWNERSHIP_VERIFICATION' | 'UNVERIFIED';

interface Made {
  readonly own: Platform;
  readonly accountId: string;
}

/** How an account enters each state. */
const ways: Readonly<Record<Status, () => Promise<Made>>> = {
  ACTIVE: async () => bank(await world.newPlatform()),
  UNDER_REVIEW: () => changedBy(['FLAGGED']),
  INACTIVE: () => changedBy(['DISABLED']),
  PENDING_OWNERSHIP_VERIFICATION: () => wallet(),
  UNVERIFIED: async () => {
    const made = await wallet();
    const url = `${path}/${made.accountId}`;
    await made.own.rest('POST', `${url}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
    await made.own.rest('POST', `${url}/verify`, { body: { signature: 'x' } });
    return made;
  },
};

/** The target of each change; a change that is not listed is refused. A repeated change leads to the current state. */
const moves: Readonly<Record<Status, Partial<Record<Change, Status>>>> = {
  ACTIVE: { FLAGGED: 'UNDER_REVIEW', DISABLED: 'INACTIVE', CLEARED: 'ACTIVE', ENABLED: 'ACTIVE' },
  UNDER_REVIEW: { CLEARED: 'ACTIVE', REFUSED: 'INACTIVE', DISABLED: 'INACTIVE', FLAGGED: 'UNDER_REVIEW' },
  INACTIVE: { ENABLED: 'ACTIVE', REFUSED: 'INACTIVE', DISABLED: 'INACTIVE' },
  PENDING_OWNERSHIP_VERIFICATION: {},
  UNVERIFIED: {},
};

describe.each(Object.keys(ways) as Status[])('an external account that is %s', (status) => {
  test.each(Object.keys(changes) as Change[])('asked to %s', async (change) => {
    const { own, accountId } = await ways[status]();
    const before = await own.rest('GET', `${path}/${accountId}`);

    const [outcome] = await Promise.allSettled([
      own.directory.changeExternalAccountStatus({ accountId, change: changes[change] }),
    ]);

    const next = moves[status][change];
    const after = await own.rest('GET', `${path}/${accountId}`);
    expect([before.body.status, after.body]).toEqual([status, { ...before.body, status: next ?? status }]);
    if (next) expect(outcome.status).toBe('fulfilled');
    else expect(outcome).toMatchObject({ reason: { code: ErrorCode.CONFLICT, details: { accountStatus: status } } });
  });

  test('and is deleted is gone, without an event', async () => {
    const { own, accountId } = await ways[status]();
    const countBefore = (await world.eventsOf(accountId)).length;

    const { status: answered } = await own.rest('DELETE', `${path}/${accountId}`);

    expect([answered, (await own.rest('GET', `${path}/${accountId}`)).status]).toEqual([204, 404]);
    expect(await world.eventsOf(accountId)).toHaveLength(countBefore);
  });
});

async function bank(own: Platform): Promise<Made> {
  const { body } = await own.rest('POST', path, { body: bodyOf(specimenOf('USD_ACCOUNT')) });
  return { own, accountId: String(body.id) };
}

async function changedBy(names: readonly Change[]): Promise<Made> {
  const made = await bank(await world.newPlatform());
  for (const name of names)
    await made.own.directory.changeExternalAccountStatus({ accountId: made.accountId, change: changes[name] });
  return made;
}

async function wallet(): Promise<Made> {
  const own = await world.newPlatform();
  await own.directory.setCounterpartyRules({ applies: true });
  const regulated: Regulated = { platform: own, customerId: await own.newCustomer() };
  return { own, accountId: String((await created(regulated, { owner: ownerOn('BASE') })).id) };
}
