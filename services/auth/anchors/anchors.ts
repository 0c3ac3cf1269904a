// The places of the last entries of the operators' log: a file, and a webhook if one is configured.
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbound } from '../../kit/calls/outbound.ts';
import type { Settings } from '../../kit/service/service.ts';
import { hookOf } from '../delivery/hook.ts';
import type { LogHead } from '../domain/operator-log.ts';

export interface LogAnchors {
  /** Throws if a place did not accept it. */
  put(head: LogHead, now: Date): Promise<void>;
}

/** The last entry that this process has written. */
export interface Anchored {
  sequence: bigint;
}

/** One JSON document per line. */
export const anchorsFile = 'operator-log-heads.jsonl';

type Place = (line: string) => Promise<void>;

export function openAnchors({ dataDir, operatorLogHookUrl }: Settings, outbound: Outbound): LogAnchors {
  const places = [fileIn(dataDir), ...(operatorLogHookUrl === undefined ? [] : [hookAt(operatorLogHookUrl, outbound)])];
  return {
    put: async ({ sequence, hash }: LogHead, now) => {
      const line = JSON.stringify({ sequence: `${sequence}`, hash: hash.toString('hex'), anchoredAt: now.toISOString() });
      for (const place of places) await place(line);
    },
  };
}

function fileIn(dataDir: string): Place {
  return async (line) => {
    await mkdir(dataDir, { recursive: true });
    await appendFile(join(dataDir, anchorsFile), `${line}\n`, { mode: 0o600 });
  };
}

function hookAt(address: string, outbound: Outbound): Place {
  const { url, headers } = hookOf(address);
  return async (line) => {
    const { status } = await outbound.post({ url, headers, body: Buffer.from(line), timeoutMs: 10_000, isPrivateAllowed: true });
    if (status < 200 || status > 299) throw new Error(`OPERATOR_LOG_HOOK_URL answered ${status}.`);
  };
}
