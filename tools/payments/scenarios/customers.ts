// Scenarios of customers: verification, documents, contacts, agents.
import type { Step } from '../fixtures.ts';
import { customer, type Outcome, type Scenario } from './scenario.ts';

type Row = readonly [name: string, values: readonly string[], summary: string, fields: Outcome['fields']];

const individuals: Row[] = [
  ['kyc.approved', ['any other, or no name'], 'An individual who is approved', { kycStatus: 'APPROVED' }],
  ['kyc.pending', ['001'], 'An individual whose verification is pending', { kycStatus: 'PENDING' }],
  ['kyc.rejected', ['002'], 'An individual who is rejected', { kycStatus: 'REJECTED' }],
  ['kyc.unverified', ['003'], 'An individual whose documents cannot be read', { kycStatus: 'UNVERIFIED' }],
];

const businesses: Row[] = [
  ['kyb.approved', ['any other, or none'], 'A business that is approved', { kybStatus: 'APPROVED' }],
  ['kyb.incomplete', ['001', '003'], 'A business that must complete its data for a review', { kybStatus: 'UNVERIFIED' }],
  ['kyb.rejected', ['002'], 'A business that is rejected', { kybStatus: 'REJECTED' }],
];

const owners: Row[] = [
  ['owner.approved', ['any other'], 'A beneficial owner who is approved', { kycStatus: 'APPROVED' }],
  ['owner.pending', ['001'], 'A beneficial owner whose verification is pending', { kycStatus: 'PENDING' }],
  ['owner.rejected', ['002'], 'A beneficial owner who is rejected', { kycStatus: 'REJECTED' }],
];

const documents = ['low_quality', 'data_mismatch', 'expired', 'suspected_fraud', 'unsuitable_document', 'incomplete'];

export const customers: readonly Scenario[] = [
  ...individuals.map(([name, values, summary, fields]) => ({
    name,
    summary,
    magic: { place: 'Individual: fullName at creation', values },
    steps: [customer({ fullName: nameWith(values) })],
    outcome: { path: '/customers/${customer.id}', fields },
  })),
  ...businesses.map(([name, values, summary, fields]) => ({
    name,
    summary,
    magic: { place: 'Business: registrationNumber at submission', values },
    steps: decidedBusiness(values),
    outcome: { path: '/customers/${customer.id}', fields },
  })),
  ...owners.map(([name, values, summary, fields]) => ({
    name,
    summary,
    magic: { place: 'Owner: last name', values },
    steps: [...decidedBusiness([]), owner(values)],
    outcome: { path: '/beneficial-owners/${owner.id}', fields },
  })),
  ...documents.map((name) => ({
    name: `document.${name}`,
    summary: `A document that is refused as ${name.toUpperCase()}`,
    magic: { place: 'File name without extension, in any case', values: [name] },
    steps: [customer({ fullName: 'Ada Lovelace 001' }), document(`${name}.pdf`, name.toUpperCase())],
  })),
  {
    name: 'document.accepted',
    summary: 'A document that is accepted',
    magic: { place: 'File name without extension, in any case', values: ['any other'] },
    steps: [customer({ fullName: 'Ada Lovelace 001' }), document('passport.pdf')],
    outcome: { path: '/documents/${document.id}', fields: { documentType: 'PASSPORT' } },
  },
  {
    name: 'agent.code_expired',
    summary: 'A device code of an agent that expires after 30 s',
    magic: { place: 'Agent: name', values: ['005'] },
    steps: [
      customer(),
      { name: 'agent', path: '/agents', body: { name: 'Bookkeeper 005', customerId: '${customer.id}', policy: policy() } },
      { advance: '30s' },
      { path: '/agents/device-codes/${agent.deviceCode.code}/redeem', refused: 'INVALID_INPUT' },
    ],
  },
];

/** A name or number that ends in the value, unless it is one of "any other". */
function nameWith([value = '']: readonly string[], before = 'Ada Lovelace'): string {
  return /^\d+$/.test(value) ? `${before} ${value}` : before;
}

function decidedBusiness(values: readonly string[]): Step[] {
  const registrationNumber = nameWith(values, 'HRB 911');
  const businessInfo = {
    legalName: 'Acme Inc',
    country: 'US',
    taxId: '12-3456789',
    incorporatedOn: '2015-04-01',
    registrationNumber,
  };
  return [
    { name: 'customer', path: '/customers', body: { customerType: 'BUSINESS', businessInfo } },
    { name: 'verification', path: '/verifications', body: { customerId: '${customer.id}' } },
  ];
}

function owner(values: readonly string[]): Step {
  const personalInfo = {
    firstName: 'Grace',
    lastName: nameWith(values, 'Hopper'),
    birthDate: '1980-12-09',
    nationality: 'US',
    address: { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
    idType: 'SSN',
    identifier: '187-65-4321',
  };
  const body = { customerId: '${customer.id}', roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 60, personalInfo };
  return { name: 'owner', path: '/beneficial-owners', body };
}

function document(file: string, refused?: string): Step {
  const form = { documentHolder: '${customer.id}', documentType: 'PASSPORT', country: 'GB', file };
  return { name: 'document', path: '/documents', form, ...(refused !== undefined && { refused }) };
}

function policy() {
  const spendingLimits = { currency: 'USD', perTransactionLimit: 20_000 };
  return { permissions: ['VIEW_TRANSACTIONS'], defaultExecutionMode: 'AUTO', spendingLimits };
}
