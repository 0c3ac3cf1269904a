// Sends the code of a challenge by text message. In the sandbox nothing is sent.
import type { AuthContext } from '../../context.ts';
import type { ScaChallenge } from '../../domain/sca/challenge.ts';
import { sandboxScaCode, sixDigits } from '../../domain/sca/code.ts';
import { isSandbox } from '../wallet-refusals.ts';

/**
 * Of several at once one sends it; false for the others. Throws SERVICE_UNAVAILABLE when it could not be handed over: then it may be
 * sent again at once.
 */
export async function sendCode(challenge: ScaChallenge, context: AuthContext): Promise<boolean> {
  const { clock, store } = context;
  if (!(await store.scaChallenges.claimSend(challenge, clock.now()))) return false;
  await handOver(challenge, context).catch(async (error: unknown) => {
    await store.scaChallenges.releaseSend(challenge);
    throw error;
  });
  return true;
}

async function handOver(challenge: ScaChallenge, context: AuthContext): Promise<void> {
  const { phone, agreement, expiresAt } = challenge;
  if (phone === undefined || isSandbox(context)) return;
  const { clients, clock, delivery } = context;
  const { config } = await clients.platform.getPlatform({});
  const wallet = config?.embeddedWalletConfig;
  const expiresInSeconds = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1_000);
  const [code] = codesOf(challenge, context);
  await delivery.send({ type: 'SMS_OTP', to: phone, code, expiresInSeconds, agreement, ...(wallet && { wallet }) });
}

/** The codes that prove a challenge: the one that is sent, then those that were sent before the master key was changed. */
export function codesOf({ id }: ScaChallenge, context: AuthContext): readonly [string, ...string[]] {
  if (isSandbox(context)) return [sandboxScaCode];
  const [newest, ...former] = context.secrets.macs({ text: id, purpose: 'sca code' });
  return [sixDigits(newest), ...former.map(sixDigits)];
}
