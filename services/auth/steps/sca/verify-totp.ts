// Verifies codes of an authenticator app, and recovery codes.
import type { AuthContext } from '../../context.ts';
import { isSameCode } from '../../domain/same-code.ts';
import { sandboxScaCode } from '../../domain/sca/code.ts';
import { recoveryHash, stepOf, type Totp } from '../../domain/sca/totp.ts';
import { isSandbox } from '../wallet-refusals.ts';

/** The app after the use of a valid code. Undefined if the code is wrong. The one code of the sandbox is not used up. */
export function afterTotp(code: string, totp: Totp, context: AuthContext): Totp | undefined {
  if (isSandbox(context)) return isSameCode(code, sandboxScaCode) ? totp : undefined;
  const usedStep = stepOf(code, totp, context.clock.now());
  return usedStep === undefined ? undefined : { ...totp, usedStep };
}

/** The app after the use of a recovery code. Undefined if there is no such code. */
export function afterRecovery(code: string, totp: Totp): Totp | undefined {
  const used = recoveryHash(code, totp.secret);
  const left = totp.recoveryHashes.filter((hash) => !isSameCode(used, hash));
  return left.length < totp.recoveryHashes.length ? { ...totp, recoveryHashes: left } : undefined;
}
