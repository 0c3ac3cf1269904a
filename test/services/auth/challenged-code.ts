// Codes that were just sent.
import { type SharedCredentialWorld, walletClient } from './credential-world.ts';

/** Sends codes. */
export function challengesIn(world: SharedCredentialWorld) {
  const client = walletClient(world);

  /** A credential with a code that was just sent. */
  async function challenged() {
    const { accountId } = world.wallet();
    const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
    const { body } = await client.challenge(credential.id);
    return { accountId, credential, id: credential.id as string, bundle: body.otpEncryptionTargetBundle as string };
  }

  return { client, challenged };
}
