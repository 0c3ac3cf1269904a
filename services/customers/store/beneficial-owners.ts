// Beneficial owners in the database. Personal data is sealed under the key of their business, which reads join.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import { BeneficialOwnerPersonalInfoSchema } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { BeneficialOwnerRole, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, type Listing, newest, type Stretch } from '../../kit/storage/keyset.ts';
import {
  openPersonalKey,
  type Person,
  type PersonalKey,
  personalKeyColumn,
  personalKeys,
} from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { type Properties, propertiesOf } from '../../kit/storage/tables.ts';
import type { BeneficialOwner } from '../domain/beneficial-owner.ts';
import { twoWay } from './two-way.ts';
import { BeneficialOwnerRecord, type BeneficialOwnerRow } from './verification-records.ts';

export function ownerRows(db: Queryable, secrets: Sealing) {
  const found = async (platformId: string, which: RawBuilder<unknown>) => {
    const rows = await db.query(
      sql<KeyedOwnerRow>`select ${columns}, ${keyColumn(platformId)} from beneficial_owner where platform_id = ${platformId} and ${which}`,
    );
    return rows.map((row) => fromRow(row, secrets));
  };
  const keys = personalKeys(db, secrets);

  return {
    find: async (platformId: string, id: string): Promise<BeneficialOwner | undefined> =>
      (await found(platformId, sql`id = ${id}`))[0],
    /** False if an owner with this id exists. Requires the lock of the business. */
    insert: async (owner: BeneficialOwner): Promise<boolean> => {
      const row = toRow(owner, await keys.of(owner));
      if (await db.em.findOne(BeneficialOwnerRecord, keyOf(owner))) return false;
      db.em.create(BeneficialOwnerRecord, row);
      return true;
    },
    update: async (owner: BeneficialOwner): Promise<void> => {
      const row = toRow(owner, await keys.of(owner));
      Object.assign(await db.em.findOneOrFail(BeneficialOwnerRecord, keyOf(owner)), row);
    },
    /** Owners of these businesses of a platform, in order of creation. */
    ofCustomers: async (platformId: string, customerIds: readonly string[]): Promise<BeneficialOwner[]> => {
      if (customerIds.length === 0) return [];
      return found(platformId, sql`customer_id = any(${customerIds}::uuid[]) order by created_at, id`);
    },
    page: async (person: Person, stretch: Stretch): Promise<BeneficialOwner[]> => {
      const rows = await newest<KeyedOwnerRow>(db, listingOf(person), stretch);
      return rows.map((row) => fromRow(row, secrets));
    },
    count: (person: Person) => countOf(db, listingOf(person)),
    removeAll: async ({ platformId, customerId }: Person): Promise<void> => {
      await db.em.nativeDelete(BeneficialOwnerRecord, { platformId, customerId });
    },
  };
}

function listingOf({ platformId, customerId }: Person): Listing {
  const conditions = [sql`platform_id = ${platformId}`, sql`customer_id = ${customerId}`];
  return { entity: BeneficialOwnerRecord, column: keyColumn(platformId), conditions };
}

type KeyedOwnerRow = BeneficialOwnerRow & { readonly personal_key: Buffer | null };

const columns = propertiesOf(BeneficialOwnerRecord);
const keyColumn = (platformId: string) => personalKeyColumn('beneficial_owner', 'customer_id', platformId);
const keyOf = ({ platformId, id }: BeneficialOwner) => ({ platformId, id });
const placeOf = (id: string): Place => ({ purpose: 'customers.owner', row: id });
const roles = twoWay(BeneficialOwnerRole);
const statuses = twoWay(KycStatus);

function toRow(owner: BeneficialOwner, key: PersonalKey): Properties<typeof BeneficialOwnerRecord> {
  const personalInfo = key.seal(toBinary(BeneficialOwnerPersonalInfoSchema, owner.personalInfo), placeOf(owner.id));
  return { ...owner, roles: owner.roles.map(roles.write), personalInfo, status: statuses.write(owner.status) };
}

function fromRow({ personal_key: key, ...row }: KeyedOwnerRow, secrets: Sealing): BeneficialOwner {
  if (!key) throw new Error(`The key of customer ${row.customerId} is gone, but its owner ${row.id} is not.`);
  const plain = openPersonalKey(key, row.customerId, secrets).open(row.personalInfo, placeOf(row.id));
  const personalInfo = fromBinary(BeneficialOwnerPersonalInfoSchema, plain);
  return { ...row, roles: row.roles.map(roles.read), personalInfo, status: statuses.read(row.status) };
}
