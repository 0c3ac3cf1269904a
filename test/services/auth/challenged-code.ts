// Codes that were just sent, and what is told of their proofs.
import { type CredentialWorld, walletClient } from './credential-world.ts';

export const told = ({ status, body }: { status: number; body: { code?: string; reason?: string } }) => [
  status,
  body.code,
  body.reason,
];

/** Sends codes. */
export function challengesIn(world: CredentialWorld) {
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
