// A process with one service, without a database: accepts events, and forgets them.
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import type { Dispatch } from '../../services/kit/core/call.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { silent } from '../../services/kit/core/log.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { tokens } from './tokens.ts';

const dispatch: Dispatch = async () => ({ message: create(EmptySchema), replayed: false });
const { any: authenticate } = openAuthenticator({ dispatch, tokens, wall, mode: 'sandbox' });
const running = { services: [EventService], dispatch };
const { address } = await startRpcServer({
  host: '127.0.0.1',
  port: 0,
  running,
  authenticate,
  isReady: () => true,
  log: silent,
});
process.stdout.write(`  gRPC     ${address}\n`);
