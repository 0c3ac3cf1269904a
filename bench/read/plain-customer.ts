// A customer's row as JSON, written by hand for this one kind of row.
import { openPersonalKey } from '../../services/kit/storage/personal-keys.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { masterKey } from '../kit/master-key.ts';

export interface CustomerRow {
  id: string;
  platform_customer_id: string;
  region: string | null;
  currencies: string[];
  uma_address: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  customer_type: string;
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
    platformCustomerId: row.platform_customer_id,
    region: row.region ?? undefined,
    currencies: row.currencies,
    email,
    phoneNumber,
    umaAddress: row.uma_address,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isDeleted: row.deleted_at !== null,
    customerType: row.customer_type,
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
