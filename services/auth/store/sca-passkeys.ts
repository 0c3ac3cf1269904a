// Passkeys as factors in the database: enrolled, or pending. They are changed only while their customer is locked.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { PasskeyEnrollment, ScaPasskey } from '../domain/sca/passkey.ts';
import { type CustomerKey, keyOf } from './sca-customers.ts';
import { ScaPasskeyRecord } from './sca-records.ts';

export type ScaPasskeys = ReturnType<typeof scaPasskeys>;

export function scaPasskeys(db: Queryable) {
  const read = async (customer: CustomerKey) => {
    const passkey = tables.selectFrom('sca_passkey').selectAll();
    const [row] = await db.query(passkey.where(({ and }) => and(keyOf(customer))));
    return row;
  };
  const put = async (customer: CustomerKey, row: Columns) => {
    const insert = insertInto(ScaPasskeyRecord, [{ ...keyOf(customer), ...row }]);
    await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'customer_id']).doUpdateSet(row)));
  };

  return {
    async find(customer: CustomerKey): Promise<ScaPasskey | undefined> {
      const row = await read(customer);
      if (!row?.enrolled_at || row.webauthn_id === null) return undefined;
      return {
        relyingPartyId: row.relying_party_id,
        webauthnId: row.webauthn_id,
        ...(row.public_key && { publicKey: row.public_key }),
        counter: Number(row.counter),
        enrolledAt: row.enrolled_at,
      };
    },

    async findEnrollment(customer: CustomerKey): Promise<PasskeyEnrollment | undefined> {
      const row = await read(customer);
      if (!row || row.challenge === null || !row.expires_at) return undefined;
      return { relyingPartyId: row.relying_party_id, challenge: row.challenge, expiresAt: row.expires_at };
    },

    /** Replaces a pending enrollment. */
    start: (customer: CustomerKey, { relyingPartyId, challenge, expiresAt }: PasskeyEnrollment): Promise<void> =>
      put(customer, { ...nothing, relying_party_id: relyingPartyId, challenge, expires_at: expiresAt }),

    enroll: (customer: CustomerKey, { relyingPartyId, webauthnId, publicKey, counter, enrolledAt }: ScaPasskey): Promise<void> =>
      put(customer, {
        ...nothing,
        relying_party_id: relyingPartyId,
        webauthn_id: webauthnId,
        public_key: publicKey ? Buffer.from(publicKey) : null,
        counter: BigInt(counter),
        enrolled_at: enrolledAt,
      }),

    async moveCounter(customer: CustomerKey, counter: number): Promise<void> {
      const moved = tables.updateTable('sca_passkey').set({ counter: BigInt(counter) });
      await db.query(moved.where(({ and }) => and(keyOf(customer))));
    },

    async remove(customer: CustomerKey): Promise<void> {
      await db.query(tables.deleteFrom('sca_passkey').where(({ and }) => and(keyOf(customer))));
    },
  };
}

const tables = tablesOf(ScaPasskeyRecord);

const nothing = { challenge: null, expires_at: null, webauthn_id: null, public_key: null, counter: 0n, enrolled_at: null };

interface Columns {
  readonly relying_party_id: string;
  readonly challenge: string | null;
  readonly expires_at: Date | null;
  readonly webauthn_id: string | null;
  readonly public_key: Buffer | null;
  readonly counter: bigint;
  readonly enrolled_at: Date | null;
}
