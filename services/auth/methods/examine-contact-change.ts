// ExamineContactChange: the credentials that a contact change affects.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { newContactOf, tiedTo } from '../steps/contact-change.ts';

type ExamineContactChange = AuthMethod<typeof CredentialDirectoryService.method.examineContactChange>;

export const examineContactChange: ExamineContactChange = async (request, context) => {
  const tied = await tiedTo(newContactOf(request, context), context.store.credentials);
  return { credentials: tied.map(({ id, accountId }) => ({ credentialId: id, accountId })) };
};
