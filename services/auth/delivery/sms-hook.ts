// Sends codes by text message through the operator's HTTP endpoint.
import type { Outbound } from '../../kit/calls/outbound.ts';
import { expectWorkingEndpoint } from '../../kit/service/outside.ts';
import type { Send } from './code-letter.ts';
import { hookOf } from './hook.ts';
import { textOf } from './text.ts';

/** POSTs `{"to":"+14155550100","text":"…"}`. User name and password in the address are sent as Basic authentication. */
export function smsHook(address: string, outbound: Outbound): { send: Send; check(): Promise<void> } {
  const { url, headers } = hookOf(address);
  const request = { url, headers, timeoutMs: 10_000, isPrivateAllowed: true };
  return {
    send: async (letter) => {
      const body = Buffer.from(JSON.stringify({ to: letter.to, text: textOf(letter) }));
      const { status } = await outbound.post({ ...request, body });
      if (status < 200 || status > 299) throw new Error(`The hook for text messages answered ${status}.`);
    },
    check: async () => expectWorkingEndpoint((await outbound.get(request)).status),
  };
}
