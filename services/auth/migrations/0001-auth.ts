// The tables of the auth service, in parts by topic.
import type { Migration } from '../../kit/storage/migrations.ts';
import { codes, credentials, identities, passkeys } from './credentials.ts';
import { operators } from './operators.ts';
import { strongAuthentication } from './sca.ts';
import { tokens } from './tokens.ts';
import { delegatedKeys, wallets } from './wallets.ts';

export const authTables: Migration = {
  name: '0001-auth',
  sql: [tokens, operators, credentials, codes, passkeys, identities, wallets, delegatedKeys, strongAuthentication].join('\n'),
};
