// Issues device codes.
import { randomBytes } from 'node:crypto';
import { sandboxSuffixOf } from '../../kit/core/sandbox-suffix.ts';
import type { AgentsContext } from '../context.ts';
import type { Agent } from '../domain/agent.ts';
import { codeFrom, codeHashOf, type DeviceCode, expiryOf } from '../domain/device-code.ts';

/** A new code that no agent has. Its text is shown once. */
export async function freeCode({ caller, store }: AgentsContext): Promise<string> {
  for (;;) {
    const code = codeFrom(randomBytes(5));
    if (await store.secrets.claim(codeHashOf(code), caller.platformId)) return code;
  }
}

export function issuedCode(code: string, { id, name }: Pick<Agent, 'id' | 'name'>, { caller, clock }: AgentsContext): DeviceCode {
  const now = clock.now();
  const isShort = caller.environment === 'sandbox' && sandboxSuffixOf(name) === '005';
  return {
    codeHash: codeHashOf(code),
    agentId: id,
    createdAt: now,
    expiresAt: expiryOf(now, isShort),
    redeemedAt: undefined,
    supersededAt: undefined,
  };
}
