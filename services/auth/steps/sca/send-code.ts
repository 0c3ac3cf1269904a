// Sends the code of a challenge by text message. The sandbox sends nothing.
import type { AuthContext } from '../../context.ts';
import type { ScaChallenge } from '../../domain/sca/challenge.ts';
import { sandboxScaCode, sixDigits } from '../../domain/sca/code.ts';
import { isSandbox } from '../wallet-refusals.ts';

/**
 * Of concurrent calls one sends it; false for the others. Throws SERVICE_UNAVAILABLE if it was not accepted; it can then be sent again
 * immediately.
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

/** The valid codes of a challenge: the current one, and those under earlier hash keys. */
export function codesOf({ id }: ScaChallenge, context: AuthContext): readonly [string, ...string[]] {
  if (isSandbox(context)) return [sandboxScaCode];
  const [newest, ...former] = context.secrets.macs({ text: id, purpose: 'sca code' });
  return [sixDigits(newest), ...former.map(sixDigits)];
}
