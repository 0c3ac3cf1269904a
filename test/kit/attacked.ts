// A platform whose ports are attacked over real connections.
import { randomBytes } from 'node:crypto';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { type RpcLimits, startRpcServer } from '../../services/kit/rpc/server.ts';
import { atEndOfFile } from './file-end.ts';
import { startWorld } from './platform.ts';

export async function openAttacked() {
  const { running, wall, app, token, newPlatform } = await startWorld();
  const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
  const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
  let count = 0;
  const authenticate: typeof authenticator.any = (...given) => {
    count++;
    return authenticator.any(...given);
  };
  const served = { running, host: '127.0.0.1', port: 0, authenticate, isReady: () => true, log: silent };

  return {
    /** Of REST and Connect. */
    origin: await app.listen({ host: '127.0.0.1', port: 0 }),
    authorization: token,
    newPlatform,
    /** How often the gRPC server authenticated a caller. */
    authentications: () => count,
    /** A gRPC server with the limits of the test. */
    async door(limits: Partial<RpcLimits> = {}) {
      const server = await startRpcServer({ ...served, limits });
      atEndOfFile(() => server.close());
      return { address: server.address, port: Number(new URL(server.address).port) };
    },
  };
}
