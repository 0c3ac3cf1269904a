// Sends the code of a challenge by text message. In the sandbox nothing is sent.
import type { AuthContext } from '../../context.ts';
import type { ScaChallenge } from '../../domain/sca/challenge.ts';
import { sandboxScaCode, sixDigits } from '../../domain/sca/code.ts';
import { isSandbox } from '../wallet-refusals.ts';

/** Throws SERVICE_UNAVAILABLE when it could not be handed over. */
export async function sendCode(challenge: ScaChallenge, context: AuthContext): Promise<void> {
  const { phone, agreement, expiresAt } = challenge;
  if (phone === undefined || isSandbox(context)) return;
  const { clients, clock, delivery } = context;
  const { config } = await clients.platform.getPlatform({});
  const wallet = config?.embeddedWalletConfig;
  const expiresInSeconds = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1_000);
  const code = codeOf(challenge, context);
  await delivery.send({ type: 'SMS_OTP', to: phone, code, expiresInSeconds, agreement, ...(wallet && { wallet }) });
}

/** The code that proves a challenge. */
export function codeOf({ id }: ScaChallenge, context: AuthContext): string {
  return isSandbox(context) ? sandboxScaCode : sixDigits(context.secrets.mac(id, 'sca code'));
}
