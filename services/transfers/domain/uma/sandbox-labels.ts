// The sandbox customers with UMA addresses, and the outcomes of their payments.

export interface SandboxLabel {
  readonly currency: string;
  /** SLOW: six minutes. BLOCKED: refused for compliance reasons. */
  readonly fate: 'SUCCESS' | 'SLOW' | 'BLOCKED';
}

/** By the name before the `@`. There are no others. */
const sandboxLabels: Readonly<Record<string, SandboxLabel>> = {
  'success.usd': { currency: 'USD', fate: 'SUCCESS' },
  'success.eur': { currency: 'EUR', fate: 'SUCCESS' },
  'success.mxn': { currency: 'MXN', fate: 'SUCCESS' },
  'pending.long.usd': { currency: 'USD', fate: 'SLOW' },
  'fail.compliance.usd': { currency: 'USD', fate: 'BLOCKED' },
};

export function sandboxLabelOf(name: string): SandboxLabel | undefined {
  return Object.hasOwn(sandboxLabels, name) ? sandboxLabels[name] : undefined;
}

/** Duration of a slow payment. */
export const slowMs = 360_000;

/** Data of all sandbox customers, by field name. */
export const sandboxPerson: Readonly<Record<string, string>> = {
  FULL_NAME: 'Sandbox Counterparty',
  BIRTH_DATE: '1990-01-01',
  NATIONALITY: 'US',
  PHONE_NUMBER: '+12025550100',
  EMAIL: 'counterparty@sandbox.example',
  POSTAL_ADDRESS: '1 Sandbox Street, New York, NY 10001, US',
  TAX_ID: '900-70-0000',
  REGISTRATION_NUMBER: 'SBX-000001',
  USER_TYPE: 'INDIVIDUAL',
  COUNTRY_OF_RESIDENCE: 'US',
  ACCOUNT_IDENTIFIER: 'SBX-ACCOUNT-0001',
  FI_LEGAL_ENTITY_NAME: 'Sandbox UMA Provider',
  FI_ADDRESS: '2 Sandbox Street, New York, NY 10001, US',
  PURPOSE_OF_PAYMENT: 'OTHER',
  ULTIMATE_INSTITUTION_COUNTRY: 'US',
  IDENTIFIER: 'SBX-PERSON-0001',
  BUSINESS_TYPE: 'OTHER',
  COMPANY_LEGAL_NAME: 'Sandbox Company',
  ID_TYPE: 'SSN',
  ID_NUMBER: '900-70-0000',
};
