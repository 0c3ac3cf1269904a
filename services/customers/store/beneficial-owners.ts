// Beneficial owners in the database. What identifies them is sealed under the key of their business.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import { BeneficialOwnerPersonalInfoSchema } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { BeneficialOwnerRole, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { openPersonalKey, type PersonalKey, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { BeneficialOwner } from '../domain/beneficial-owner.ts';
import { countOf, insertion, type Listing, newest, type Stretch } from './keyset.ts';
import { twoWay } from './two-way.ts';

export function ownerRows(db: Queryable, secrets: Sealing) {
  const all = async (statement: RawBuilder<KeyedOwnerRow>) => (await db.query(statement)).map((row) => fromRow(row, secrets));
  const keys = personalKeys(db, secrets);
  const listing = (platformId: string, customerId: string): Listing => ({
    table: 'beneficial_owner',
    column: keyColumn,
    conditions: [sql`platform_id = ${platformId}`, sql`customer_id = ${customerId}`],
  });

  return {
    find: async (platformId: string, id: string): Promise<BeneficialOwner | undefined> => {
      const [owner] = await all(
        sql`select *, ${keyColumn} from beneficial_owner where platform_id = ${platformId} and id = ${id}`,
      );
      return owner;
    },
    /** False when an owner with this id was made before. */
    insert: async (owner: BeneficialOwner): Promise<boolean> => {
      const inserted = await db.query(insertion('beneficial_owner', toRow(owner, await keys.of(owner))));
      return inserted.length > 0;
    },
    update: async (owner: BeneficialOwner): Promise<void> => {
      const changes = Object.entries(toRow(owner, await keys.of(owner))).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      );
      await db.query(sql`update beneficial_owner set ${sql.join(changes)} where id = ${owner.id}`);
    },
    /** Of all these businesses, in the order in which they came. */
    ofCustomers: async (customerIds: readonly string[]): Promise<BeneficialOwner[]> => {
      if (customerIds.length === 0) return [];
      return all(
        sql`select *, ${keyColumn} from beneficial_owner where customer_id = any(${customerIds}::uuid[]) order by created_at, id`,
      );
    },
    page: async (platformId: string, customerId: string, stretch: Stretch): Promise<BeneficialOwner[]> => {
      const rows = await newest<KeyedOwnerRow>(db, listing(platformId, customerId), stretch);
      return rows.map((row) => fromRow(row, secrets));
    },
    removeAll: async (customerId: string): Promise<void> => {
      await db.query(sql`delete from beneficial_owner where customer_id = ${customerId}`);
    },
    count: (platformId: string, customerId: string) => countOf(db, listing(platformId, customerId)),
  };
}

interface OwnerRow {
  id: string;
  platform_id: string;
  customer_id: string;
  roles: string[];
  ownership_percentage: number;
  personal_info: Buffer;
  status: string;
  created_at: Date;
  updated_at: Date;
}

interface KeyedOwnerRow extends OwnerRow {
  personal_key: Buffer | null;
}

const keyColumn = personalKeyColumn('beneficial_owner', 'customer_id');
const placeOf = (id: string): Place => ({ purpose: 'customers.owner', row: id });
const roles = twoWay<BeneficialOwnerRole>(BeneficialOwnerRole);
const statuses = twoWay<KycStatus>(KycStatus);

function toRow(owner: BeneficialOwner, key: PersonalKey): OwnerRow {
  return {
    id: owner.id,
    platform_id: owner.platformId,
    customer_id: owner.customerId,
    roles: owner.roles.map(roles.write),
    ownership_percentage: owner.ownershipPercentage,
    personal_info: key.seal(toBinary(BeneficialOwnerPersonalInfoSchema, owner.personalInfo), placeOf(owner.id)),
    status: statuses.write(owner.status),
    created_at: owner.createdAt,
    updated_at: owner.updatedAt,
  };
}

function fromRow(row: KeyedOwnerRow, secrets: Sealing): BeneficialOwner {
  if (!row.personal_key) throw new Error(`The key of customer ${row.customer_id} is gone, but its owner ${row.id} is not.`);
  const plain = openPersonalKey(row.personal_key, row.customer_id, secrets).open(row.personal_info, placeOf(row.id));
  const personalInfo = fromBinary(BeneficialOwnerPersonalInfoSchema, plain);
  return {
    id: row.id,
    platformId: row.platform_id,
    customerId: row.customer_id,
    roles: row.roles.map(roles.read),
    ownershipPercentage: row.ownership_percentage,
    personalInfo,
    status: statuses.read(row.status),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
