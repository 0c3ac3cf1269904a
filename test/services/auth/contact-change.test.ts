// Changes of credentials by other services: the first one of a wallet, and changes of the customer's contact.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { refusalFrom } from '../../../services/kit/messages/fail.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { upToAuth } from '../../kit/world-forms.ts';

const world = await sharedWorld(upToAuth);
const directory = world.internal(CredentialDirectoryService);

/** A customer with one wallet whose codes go to this e-mail. */
async function withEmail(email: string) {
  const customerId = `Customer:${randomUUID()}`;
  const accountId = `InternalAccount:${randomUUID()}`;
  await directory.ensureEmailCredential({ accountId, customerId, email });
  return { customerId, accountId };
}

const to = (email: string) => ({ kind: { case: 'email', value: email } }) as const;
const refused = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => refusalFrom(error)?.code,
  );
const nicknames = async (accountId: string) => {
  const { data } = await world.client(CredentialService).listCredentials({ accountId });
  return data.map(({ nickname }) => nickname);
};

test('a wallet gets one e-mail credential, however often it is requested', async () => {
  const wallet = await withEmail('Ada@Example.com');

  await directory.ensureEmailCredential({ ...wallet, email: 'other@example.com' });

  expect(await nicknames(wallet.accountId)).toEqual(['Ada@Example.com']);
});

test('a change of contact updates every credential tied to it', async () => {
  const { customerId, accountId } = await withEmail('old@example.com');
  const second = `InternalAccount:${randomUUID()}`;
  await directory.ensureEmailCredential({ accountId: second, customerId, email: 'old@example.com' });
  const changeId = randomUUID();

  const { credentials } = await directory.examineContactChange({ customerId, contact: to('New@example.com') });
  const credentialIds = credentials.map(({ credentialId }) => credentialId);
  const preparing = { changeId, customerId, contact: to('New@example.com'), credentialIds };
  await directory.prepareContactChange(preparing);
  await directory.prepareContactChange(preparing);
  await directory.commitContactChange({ changeId });
  await directory.commitContactChange({ changeId });

  expect(credentials.map((tied) => `InternalAccount:${tied.accountId}`).toSorted()).toEqual([accountId, second].toSorted());
  expect([await nicknames(accountId), await nicknames(second)]).toEqual([['New@example.com'], ['New@example.com']]);
});

test('a customer without such credentials has none tied', async () => {
  const { customerId } = await withEmail('mail-only@example.com');

  const { credentials } = await directory.examineContactChange({
    customerId,
    contact: { kind: { case: 'phoneNumber', value: '+14155550100' } },
  });

  expect(credentials).toEqual([]);
});

test("another customer's contact is refused, in upper or lower case", async () => {
  await withEmail('taken@example.com');
  const { customerId } = await withEmail('free@example.com');

  const error = await directory.examineContactChange({ customerId, contact: to('TAKEN@example.com') }).catch(refusalFrom);

  expect(error).toMatchObject({ code: ErrorCode.EMAIL_OTP_EMAIL_ALREADY_EXISTS, more: { isDuplicate: true } });
});

test('a contact reserved by another change is refused until that is cancelled', async () => {
  const [one, other] = [await withEmail('one@example.com'), await withEmail('two@example.com')];
  const contact = to('wanted@example.com');
  const idsOf = async (customerId: string) =>
    (await directory.examineContactChange({ customerId, contact: to('unwanted@example.com') })).credentials.map(
      ({ credentialId }) => credentialId,
    );
  const changeId = randomUUID();
  await directory.prepareContactChange({ changeId, ...one, contact, credentialIds: await idsOf(one.customerId) });
  const late = { changeId: randomUUID(), ...other, contact, credentialIds: await idsOf(other.customerId) };

  const reserved = await refused(directory.prepareContactChange(late));
  await directory.cancelContactChange({ changeId });
  const free = await refused(directory.prepareContactChange(late));

  expect([reserved, free]).toEqual([ErrorCode.EMAIL_OTP_EMAIL_ALREADY_EXISTS, undefined]);
});

test('a set of credentials changed since its check is refused', async () => {
  const { customerId } = await withEmail('set@example.com');

  const code = await refused(
    directory.prepareContactChange({
      changeId: randomUUID(),
      customerId,
      contact: to('set-new@example.com'),
      credentialIds: [randomUUID()],
    }),
  );

  expect(code).toBe(ErrorCode.EMAIL_OTP_CREDENTIAL_SET_CHANGED);
});

test('a change that was never prepared cannot be committed', async () => {
  const code = await refused(directory.commitContactChange({ changeId: randomUUID() }));

  expect(code).toBe(ErrorCode.EMAIL_OTP_CREDENTIAL_SYNC_FAILED);
});

test('a deleted customer has no credentials', async () => {
  const { customerId, accountId } = await withEmail('gone@example.com');

  await directory.removeCustomerCredentials({ customerId });

  expect(await nicknames(accountId)).toEqual([]);
});
