// A customer's row as JSON, written by hand: what somebody would write who has this one kind of row alone.

export interface CustomerRow {
  id: string;
  platform_customer_id: string;
  region: string | null;
  currencies: string[];
  email: string | null;
  phone_number: string | null;
  uma_address: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  customer_type: string;
  status: string;
  profile: { fullName: string; birthDate?: string; nationality?: string; address?: Record<string, string> };
}

export function customerJson(row: CustomerRow): object {
  const { fullName, birthDate, nationality, address } = row.profile;
  return {
    id: `Customer:${row.id}`,
    platformCustomerId: row.platform_customer_id,
    region: row.region ?? undefined,
    currencies: row.currencies,
    email: row.email ?? undefined,
    phoneNumber: row.phone_number ?? undefined,
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
