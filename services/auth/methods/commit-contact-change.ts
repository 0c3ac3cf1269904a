// CommitContactChange: changes the contact of all affected credentials, in one commit.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';

type CommitContactChange = AuthMethod<typeof CredentialDirectoryService.method.commitContactChange>;

export const commitContactChange: CommitContactChange = async ({ changeId }, { caller, clock, store }) => {
  await store.write(async (rows) => {
    const change = await rows.contactChanges.lock(caller.platformId, changeId);
    if (change?.state === 'COMMITTED') return;
    if (change?.state !== 'PREPARED') throw outOfStep();
    const tied = await rows.credentials.tied(change);
    await rows.credentials.changeContact(tied, { ...change, now: clock.now() });
    await rows.otpIssuances.supersede(
      caller.platformId,
      tied.map(({ id }) => id),
    );
    await rows.contactChanges.end(change, 'COMMITTED');
  });
  return {};
};

const outOfStep = () =>
  fail(
    ErrorCode.EMAIL_OTP_CREDENTIAL_SYNC_FAILED,
    'The credentials could not be changed, and nothing was changed. Send the request again.',
  );
