// Internal methods of a process under test, called like another process of the same installation.
import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import type { Dispatch } from '../../services/kit/core/call.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { masterKey } from './launch.ts';
import { patienceMs } from './patience.ts';

/** Of every process of the tests. */
export const tokens = callerTokens({
  keys: openSecrets([Buffer.from(masterKey, 'hex')]).keysFor('caller tokens'),
  audiences: [],
  wall,
});

/** A caller for the process at this host and port, or at an address with `https://`. */
export function dispatchAt(rpc: string): Dispatch {
  const address = rpc.startsWith('https://') ? rpc : `http://${rpc}`;
  return openRemote({ addressOf: () => address, tokens }).dispatch;
}

/** A client of `desc` at this host and port, for the platform with this uuid. */
export function internalAt<S extends DescService>(desc: S, rpc: string, platformId: string): Client<S> {
  const caller = { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: 0, service: 'test' } as const;
  return clientOf(desc, dispatchAt(rpc))({ caller, requestId: 'test', signal: AbortSignal.timeout(patienceMs), admitted: false });
}
