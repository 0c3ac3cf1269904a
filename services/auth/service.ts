// The door of the auth service.
import { AuthenticationService } from '../../gen/payments/auth/v1/authentication_pb.ts';
import { TokenService } from '../../gen/payments/auth/v1/token_pb.ts';
import { defineService, serve } from '../kit/service.ts';
import { needs } from './context.ts';
import { authenticateBasic } from './methods/authenticate-basic.ts';
import { createToken } from './methods/create-token.ts';
import { deleteToken } from './methods/delete-token.ts';
import { ensureToken } from './methods/ensure-token.ts';
import { getToken } from './methods/get-token.ts';
import { listTokens } from './methods/list-tokens.ts';
import { tokenTables } from './migrations/0001-token.ts';
import { openAuthStore } from './store/store.ts';
import { TokenRecord } from './store/token-record.ts';

export const auth = defineService({
  name: 'auth',
  needs,
  serves: [
    serve(TokenService, { createToken, listTokens, getToken, deleteToken }),
    serve(AuthenticationService, { authenticateBasic, ensureToken }),
  ],
  migrations: [tokenTables],
  entities: [TokenRecord],
  open: ({ database, settings, wall }) => ({ store: openAuthStore(database), settings, wall }),
  sweeps: [
    {
      name: 'failures',
      everyMs: 60_000,
      run: ({ store, wall }) => store.failures.sweep(wall.now()),
    },
  ],
});
