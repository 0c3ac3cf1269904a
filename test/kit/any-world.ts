// The platform in the form of the test's project: in this process, split into a process per service, or as a pair.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { inject } from 'vitest';
import { services } from '../../services/all.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { atEndOfFile } from './file-end.ts';
import { tokens } from './internal-at.ts';
import type { Outside } from './outside.ts';
import { type AnyWorld, startWorld } from './platform.ts';
import { inTurn, sendInTurn } from './send.ts';
import { tenantMaker } from './tenants.ts';

/** A regulated sandbox platform with all currencies, new for this test file. */
export async function openWorld(): Promise<AnyWorld> {
  const outside = inject('outside');
  return outside ? worldOf(outside) : startWorld();
}

async function worldOf({ origins, rpcOf }: Outside): Promise<AnyWorld> {
  const remote = openRemote({ addressOf: addressIn(rpcOf), tokens });
  const mode = 'sandbox';
  const authenticator = openAuthenticator({ dispatch: remote.dispatch, tokens, wall, mode });
  const dispatch = authenticator.watch(remote.dispatch);
  const send = sendInTurn(origins);
  atEndOfFile(() => Promise.all([remote.close(), send.close()]));
  const newPlatform = tenantMaker({ send, dispatch, authenticator, mode });
  return { ...(await newPlatform()), raw: send, newPlatform };
}

/** Where a method is called: at the processes of its service, in turn. */
function addressIn(rpcOf: Outside['rpcOf']): (method: DescMethodUnary) => string {
  const turns = new Map(
    services.flatMap(({ name, serves }) => {
      const turn = inTurn(rpcOf[name] ?? []);
      return serves.map(({ desc }) => [desc.typeName, turn] as const);
    }),
  );
  return ({ parent }) => `http://${turns.get(parent.typeName)?.()}`;
}
