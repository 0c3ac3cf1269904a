// Personal data of a customer in this service: credentials, sessions, delegated keys, contact changes, SCA.
import { CredentialSchema } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { DelegatedKeySchema } from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import { SessionSchema } from '../../../gen/payments/auth/v1/session_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { type PersonalRecord, recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { AuthContext } from '../context.ts';
import { toCredential } from '../convert-credential.ts';
import { toDelegatedKey } from '../convert-delegated-key.ts';
import { challengeKind, resetKind } from '../convert-sca.ts';
import { toSession } from '../convert-session.ts';

export const personalRecords: PersonalRecords<AuthContext> = {
  export: async (person, context) => [...(await walletRecords(person, context)), ...(await scaRecords(person, context))],
  erase: async (person, { store }) => {
    await store.contactChanges.removeOf(person); // with the hashes of contacts
    await store.scaCustomers.remove(person);
  },
};

const credentialRecord = recordMaker('credential', CredentialSchema);
const sessionRecord = recordMaker('session', SessionSchema);
const delegatedKeyRecord = recordMaker('delegated-key', DelegatedKeySchema);

async function walletRecords(person: Person, { store }: AuthContext): Promise<PersonalRecord[]> {
  const [credentials, sessions, keys, changes] = await Promise.all([
    store.credentials.ofCustomer(person.platformId, person.customerId),
    store.sessions.ofCustomer(person),
    store.delegatedKeys.ofCustomer(person),
    store.contactChanges.ofCustomer(person),
  ]);
  const identities = await Promise.all(
    credentials.map(async (one) => ({ id: one.id, identity: await store.oauthIdentities.find(one) })),
  );
  return [
    ...credentials.map((one) => credentialRecord(publicId('AuthMethod', one.id), toCredential(one))),
    ...identities.flatMap(({ id, identity }) =>
      identity ? [{ kind: 'sign-in-identity', id: publicId('AuthMethod', id), fields: { ...identity } }] : [],
    ),
    ...sessions.map((one) => sessionRecord(publicId('Session', one.id), toSession(one))),
    ...keys.map((one) => delegatedKeyRecord(publicId('DelegatedKey', one.id), toDelegatedKey(one))),
    ...changes.map(({ id, type, nickname, state, createdAt }) => ({
      kind: 'contact-change',
      id,
      fields: { type, nickname, state, createdAt: createdAt.toISOString() },
    })),
  ];
}

async function scaRecords(person: Person, { store }: AuthContext): Promise<PersonalRecord[]> {
  const [session, challenges, totp, passkey, resets, phone] = await Promise.all([
    store.scaCustomers.sessionOf(person),
    store.scaChallenges.ofCustomer(person),
    store.scaTotps.find(person),
    store.scaPasskeys.find(person),
    store.scaResets.ofCustomer(person),
    store.scaCustomers.phoneOf(person),
  ]);
  const factor = { kind: 'sca-factor', id: publicId('Customer', person.customerId) };
  const ofSession = session && {
    kind: 'sca-session',
    id: publicId('Customer', person.customerId),
    fields: { expiresAt: session.expiresAt.toISOString(), endUserIpAddress: session.ip },
  };
  return [
    ...(ofSession ? [ofSession] : []),
    ...(totp?.enrolledAt ? [{ ...factor, fields: { factor: 'TOTP', enrolledAt: totp.enrolledAt.toISOString() } }] : []),
    ...(passkey
      ? [
          {
            ...factor,
            fields: { factor: 'PASSKEY', credentialId: passkey.webauthnId, enrolledAt: passkey.enrolledAt.toISOString() },
          },
        ]
      : []),
    ...(phone ? [{ ...factor, fields: { factor: 'SMS_OTP', phoneNumber: phone.number } }] : []),
    ...resets.map(({ id, factor: lost, state, createdAt }) => ({
      kind: 'sca-reset',
      id: publicId(resetKind, id),
      fields: { factor: lost, status: state, createdAt: createdAt.toISOString() },
    })),
    ...challenges.map(({ id, agreement, phone = '', ip, createdAt }) => ({
      kind: 'sca-challenge',
      id: publicId(challengeKind, id),
      fields: { agreement, phoneNumber: phone, endUserIpAddress: ip, createdAt: createdAt.toISOString() },
    })),
  ];
}
