// A world with wallet sessions, opened as by credentials.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuthContext } from '../../../services/auth/context.ts';
import type { Credential } from '../../../services/auth/domain/credential.ts';
import type { Issuer, Session } from '../../../services/auth/domain/wallet/session.ts';
import { auth } from '../../../services/auth/service.ts';
import { openSession } from '../../../services/auth/steps/open-session.ts';
import { publicId, uuidIn } from '../../../services/kit/core/ids.ts';
import type { Door } from '../../../services/kit/service/service.ts';
import type { Database } from '../../../services/kit/storage/database.ts';
import { platform } from '../../../services/platform/service.ts';
import { startWorld, type Tenant, type World, type WorldOptions } from '../../kit/platform.ts';
import { type WalletKey, walletKey } from '../../kit/wallet-client.ts';

export interface OpenedSession {
  /** Public id. */
  readonly id: string;
  readonly accountId: string;
  readonly key: WalletKey;
  readonly session: Session;
}

export interface Audited {
  readonly kind: string;
  readonly publicKey: string | null;
  readonly code: string | null;
}

export interface WalletWorld extends World {
  readonly store: AuthContext['store'];
  /** The stored record of a request or a session, by its public id. */
  auditOf(subject: string): Promise<Audited[]>;
  /** Opens a session; of a new account and credential by default. */
  openSession(issuer?: Partial<Issuer>, tenant?: Tenant): Promise<OpenedSession>;
}

export async function startWalletWorld(options: WorldOptions = {}): Promise<WalletWorld> {
  const parts: Pick<AuthContext, 'store' | 'settings'>[] = [];
  const databases: Database[] = [];
  const watched: Door = {
    ...auth,
    open: async (kit) => {
      const opened = await auth.open(kit);
      parts.push(opened as AuthContext);
      databases.push(kit.database);
      return opened;
    },
  };
  const world = await startWorld({ ...options, doors: [platform, watched] });
  const auditOf: WalletWorld['auditOf'] = async (subject) => {
    const rows = await databases.at(-1)?.query(sql<Audited>`
      select kind, public_key as "publicKey", code from wallet_audit where subject = ${uuidIn(subject)} order by id`);
    return rows ?? [];
  };
  const { store } = parts.at(-1) ?? {};
  if (!store) throw new Error('The auth service is not open.');
  return {
    ...world,
    store,
    openSession: (issuer = {}, tenant = world) => openOne({ world, tenant, parts: parts.at(-1) }, issuer),
    auditOf,
  };
}

interface Place {
  readonly world: World;
  readonly tenant: Tenant;
  readonly parts: Pick<AuthContext, 'store' | 'settings'> | undefined;
}

async function openOne({ world, tenant, parts }: Place, issuer: Partial<Issuer>): Promise<OpenedSession> {
  if (!parts) throw new Error('The auth service is not open.');
  const key = walletKey();
  const caller = { platformId: tenant.id, environment: parts.settings.mode, permissions: [], clockOffsetMs: 0 };
  const own = {
    accountId: randomUUID(),
    customerId: randomUUID(),
    credentialId: randomUUID(),
    type: 'EMAIL_OTP',
    nickname: 'zoe@example.test',
  } as const;
  const opened = { id: randomUUID(), issuer: { ...own, ...issuer }, clientPublicKey: key.compressed };
  const { session } = await parts.store.write(async (rows) => {
    await rows.credentials.insert(credentialOf(opened.issuer, { platformId: tenant.id, now: world.wall.now() }));
    return openSession(rows, opened, { ...parts, caller, clock: world.wall });
  });
  return { id: publicId('Session', session.id), accountId: publicId('InternalAccount', session.accountId), key, session };
}

function credentialOf(issuer: Issuer, { platformId, now }: { platformId: string; now: Date }): Credential {
  const { credentialId: id, accountId, customerId, type, nickname } = issuer;
  return { id, platformId, accountId, customerId, type, nickname, createdAt: now, updatedAt: now };
}
