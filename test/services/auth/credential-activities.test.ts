// What is signed when a credential of each kind is added or removed: the activity, its type, and the wallet.
import { expect, test } from 'vitest';
import { idToken } from '../../kit/id-token.ts';
import { softPasskey } from '../../kit/passkey.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { sharedCredentialWorld, walletClient } from './credential-world.ts';
import { registrationOf } from './proof-world.ts';

const world = await sharedCredentialWorld();
const client = walletClient(world);

const outcomeOf = ({ status, body }: RestAnswer) => [status, body.type, JSON.parse(body.payloadToSign).type];

test.each([
  ['SMS_OTP', 'UPDATE_USER_PHONE_NUMBER', 'UPDATE_USER_PHONE_NUMBER', () => ({ type: 'SMS_OTP' })],
  ['OAUTH', 'CREATE_OAUTH_PROVIDERS', 'DELETE_OAUTH_PROVIDERS', () => ({ type: 'OAUTH', oidcToken: idToken(world.wall.now()) })],
  ['PASSKEY', 'CREATE_AUTHENTICATORS_V2', 'DELETE_AUTHENTICATORS', () => registrationOf(softPasskey(), '')],
])('%s is added by %s, and removed by %s', async (type, coming, going, bodyOf) => {
  const { accountId } = world.wallet();
  const { key } = await client.enter(accountId);
  const body = { ...bodyOf(), accountId };

  const adding = await world.rest('POST', '/auth/credentials', { body });
  const added = await world.rest('POST', '/auth/credentials', { body, headers: signedHeaders(adding.body, key) });
  const leaving = await client.revoke(added.body.id);
  const gone = await client.revoke(added.body.id, signedHeaders(leaving.body, key));

  expect(outcomeOf(adding)).toEqual([202, type, `ACTIVITY_TYPE_${coming}`]);
  expect(outcomeOf(leaving)).toEqual([202, type, `ACTIVITY_TYPE_${going}`]);
  expect([added.status, added.body.type, gone.status]).toEqual([201, type, 204]);
  const { organizationId, timestampMs, ...rest } = JSON.parse(leaving.body.payloadToSign);
  expect([organizationId, timestampMs, Object.keys(rest)]).toEqual([
    accountId.slice('InternalAccount:'.length),
    String(world.wall.now().getTime()),
    ['parameters', 'type'],
  ]);
});
