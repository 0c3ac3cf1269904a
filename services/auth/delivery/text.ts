// The text of a message with a code.
import type { CodeLetter } from './code-letter.ts';

export function textOf({ code, agreement, expiresInSeconds, wallet }: CodeLetter): string {
  const minutes = Math.ceil(expiresInSeconds / 60);
  const name = wallet?.appName ?? 'Wallet';
  const purpose = agreement === undefined ? '' : ` ${agreement}`;
  return `${name}: your code${purpose} is ${code}. It is valid for ${minutes === 1 ? 'one minute' : `${minutes} minutes`}. Do not share it.`;
}
