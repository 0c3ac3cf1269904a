// `ops tokens`: API tokens of a platform.
import { ApiTokenSchema, TokenService } from '../../../../gen/payments/auth/v1/token_pb.ts';
import { PermissionSchema } from '../../../../gen/payments/rest/v1/rest_pb.ts';
import { enumIn, namesOf } from '../enums.ts';
import { columns, opsCommand, plain } from '../ops-command.ts';

export const tokensList = opsCommand({
  name: 'tokens list',
  summary: 'List the API tokens of a platform, newest first',
  isForPlatform: true,
  options: { cursor: { value: 'CURSOR', description: 'next page, as printed by the previous one' } },
  examples: ['tokens list --platform 019…'],
  run: async ({ client, print, text }) => {
    const cursor = text('cursor');
    const { data, nextCursor } = await client(TokenService).listTokens({ limit: 100, ...(cursor !== undefined && { cursor }) });
    print.table(
      data.map((token) => plain(ApiTokenSchema, token)),
      columns('id', 'name', 'permissions', 'clientId', 'createdAt'),
    );
    if (nextCursor !== undefined) print.note(`There are more: --cursor ${nextCursor}`);
  },
});

export const tokensCreate = opsCommand({
  name: 'tokens create',
  summary: 'Create an API token for a platform',
  details: ['Prints its secret, which is never shown again.'],
  isForPlatform: true,
  parameters: [{ name: 'name', description: 'of the token' }],
  options: {
    permission: {
      value: 'PERMISSION',
      isRepeated: true,
      description: 'VIEW, TRANSACT or MANAGE; all if absent',
      values: () => namesOf(PermissionSchema),
    },
  },
  examples: ['tokens create Backend --platform 019…', 'tokens create Reports --platform 019… --permission VIEW'],
  run: async ({ client, print, all, parameters: [name = ''] }) => {
    const given = all('permission');
    const permissions = (given.length > 0 ? given : namesOf(PermissionSchema)).map((one) => enumIn(PermissionSchema, one));
    print.fields(plain(ApiTokenSchema, await client(TokenService).createToken({ name, permissions })));
  },
});

export const tokensRevoke = opsCommand({
  name: 'tokens revoke',
  summary: 'Revoke an API token of a platform',
  isForPlatform: true,
  parameters: [{ name: 'token', description: 'its id' }],
  isIrreversible: 'A revoked token cannot be restored, and its callers are refused immediately',
  examples: ['tokens revoke Token:019… --platform 019… --yes'],
  run: async ({ client, print, parameters: [tokenId = ''] }) => {
    await client(TokenService).deleteToken({ tokenId });
    print.fields({ id: tokenId, state: 'REVOKED' });
  },
});
