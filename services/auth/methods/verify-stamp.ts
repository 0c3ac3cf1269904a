// Verifies a stamp over a text that the calling service stores.
import type { SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { nameOf, Refusal } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { parseStamp } from '../domain/wallet/stamp.ts';
import { checkStamp } from '../steps/check-stamp.ts';

type VerifyStamp = AuthMethod<typeof SignedRequestService.method.verifyStamp>;

/** Any active session of the account may sign. */
export const verifyStamp: VerifyStamp = async ({ accountId, payload, walletSignature: header }, context) => {
  const { caller, clock, store } = context;
  const signers = { accountIds: [accountId] };
  const stamp = parseStamp(header);
  const publicKey = stamp?.publicKey;
  const holder =
    publicKey === undefined
      ? undefined
      : await store.sessions.findByKey({ platformId: caller.platformId, ...signers, publicKey });
  const signer = checkStamp({ header, stamp, payload, signers, holder }, context);
  const code = signer instanceof Refusal ? { code: nameOf(signer.code) } : {};
  await store.requests.noteStamp(caller.platformId, { publicKey, at: clock.now(), ...code });
  if (signer instanceof Refusal) throw signer;
  return signer;
};
