// Verifies a stamp over a text that the asking service keeps.
import type { SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { nameOf, Refusal } from '../../kit/fail.ts';
import type { AuthMethod } from '../context.ts';
import { parseStamp } from '../domain/wallet/stamp.ts';
import { checkStamp } from '../steps/check-stamp.ts';

type VerifyStamp = AuthMethod<typeof SignedRequestService.method.verifyStamp>;

/** Any active session of the account may sign. */
export const verifyStamp: VerifyStamp = async ({ accountId, payload, walletSignature: header }, context) => {
  const signer = await checkStamp({ header, payload, signers: { accountIds: [accountId] } }, context);
  const publicKey = parseStamp(header)?.publicKey;
  const code = signer instanceof Refusal ? { code: nameOf(signer.code) } : {};
  await context.store.requests.noteStamp(context.caller.platformId, { publicKey, now: context.clock.now(), ...code });
  if (signer instanceof Refusal) throw signer;
  return signer;
};
