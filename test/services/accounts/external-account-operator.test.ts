// Status changes of external accounts by the operator.
import { describe, expect, test } from 'vitest';
import { ExternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { bodyOf, specimenOf } from './external-account-specimens.ts';
import { type Json, type Platform, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();

const path = '/platform/external-accounts';

const usd = specimenOf('USD_ACCOUNT');

describe('the operator', () => {
  const { CLEARED, DISABLED, ENABLED, FLAGGED, REFUSED } = ExternalAccountChange;

  test('puts an account under review, rejects it, and activates it again; the platform gets an event of each change', async () => {
    const own = await world.newPlatform();
    const account = await created(own);
    const accountId = String(account.id);
    const moves = [FLAGGED, REFUSED, ENABLED, DISABLED, ENABLED, FLAGGED, CLEARED];
    const statuses = ['UNDER_REVIEW', 'INACTIVE', 'ACTIVE', 'INACTIVE', 'ACTIVE', 'UNDER_REVIEW', 'ACTIVE'];

    for (const change of moves) await own.directory.changeExternalAccountStatus({ accountId, change });

    const events = await world.eventsOf(accountId);
    expect(events.map(({ type, data }) => [type, data])).toEqual(
      statuses.map((status) => ['EXTERNAL_ACCOUNT.STATUS_UPDATED', { ...account, status }]),
    );
    expect((await own.rest('GET', `${path}/${accountId}`)).body).toEqual(account);
  });

  test('repeating a change changes nothing', async () => {
    const own = await world.newPlatform();
    const accountId = String((await created(own)).id);
    await own.directory.changeExternalAccountStatus({ accountId, change: DISABLED });

    await own.directory.changeExternalAccountStatus({ accountId, change: DISABLED });

    expect(await world.eventsOf(accountId)).toHaveLength(1);
  });

  test('cannot make a change that the status does not allow', async () => {
    const own = await world.newPlatform();
    const accountId = String((await created(own)).id);
    await own.directory.changeExternalAccountStatus({ accountId, change: DISABLED });

    const attempt = own.directory.changeExternalAccountStatus({ accountId, change: FLAGGED });

    await expect(attempt).rejects.toMatchObject({
      code: expect.anything(),
      details: { reason: 'STATUS_MOVE_FORBIDDEN', accountStatus: 'INACTIVE' },
    });
  });
});

async function created(own: Platform): Promise<Json> {
  const { status, body } = await own.rest('POST', path, { body: bodyOf(usd) });
  expect(status).toBe(201);
  return body;
}
