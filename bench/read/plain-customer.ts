// A customer's row as JSON, written by hand for this one kind of row.
import { openPersonalKey } from '../../services/kit/storage/personal-keys.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { masterKey } from '../kit/master-key.ts';

export interface CustomerRow {
  id: string;
  platformCustomerId: string;
  region: string | null;
  currencies: string[];
  umaAddress: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  customerType: string;
  status: string;
  personal: Buffer;
  personal_key: Buffer;
}

export interface Personal {
  readonly profile: { fullName: string; birthDate?: string; nationality?: string; address?: Record<string, string> };
  readonly email?: string;
  readonly phoneNumber?: string;
}

const secrets = openSecrets([Buffer.from(masterKey, 'hex')]);

/** Opens the sealed values of the row, as the service does. */
export function personalOf({ id, personal, personal_key: key }: CustomerRow): Personal {
  const place = { purpose: 'customers.personal', row: id };
  return JSON.parse(openPersonalKey(key, id, secrets).open(personal, place).toString()) as Personal;
}

export function customerJson(row: CustomerRow): object {
  const { profile, email, phoneNumber } = personalOf(row);
  const { fullName, birthDate, nationality, address } = profile;
  return {
    id: `Customer:${row.id}`,
    platformCustomerId: row.platformCustomerId,
    region: row.region ?? undefined,
    currencies: row.currencies,
    email,
    phoneNumber,
    umaAddress: row.umaAddress,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isDeleted: row.deletedAt !== null,
    customerType: row.customerType,
    kycStatus: row.status,
    fullName,
    birthDate,
    nationality,
    address: address && addressJson(address),
  };
}

function addressJson({ line1, line2, city, state, postalCode, country }: Record<string, string>): object {
  return { line1, line2, city, state, postalCode, country };
}
