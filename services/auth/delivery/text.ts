// What is written to the person who is to enter a code.
import type { CodeLetter } from './delivery.ts';

export function textOf({ code, expiresInSeconds, wallet }: CodeLetter): string {
  const minutes = Math.ceil(expiresInSeconds / 60);
  const name = wallet?.appName ?? 'Wallet';
  return `${name}: your code is ${code}. It is good for ${minutes === 1 ? 'one minute' : `${minutes} minutes`}. Give it to nobody.`;
}
