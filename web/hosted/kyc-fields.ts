// The fields of the hosted page: for an individual, a business, its owners, and documents.
import type { Customer } from '../../gen/payments/customers/v1/customer_pb.ts';
import type { Choices, Field } from './form-fields.ts';

const addressFields = (prefix = ''): readonly Field[] => [
  { name: `${prefix}address.line1`, label: 'Street and number', autocomplete: 'address-line1' },
  { name: `${prefix}address.line2`, label: 'Flat, floor or building (optional)', autocomplete: 'address-line2' },
  { name: `${prefix}address.city`, label: 'City', autocomplete: 'address-level2' },
  { name: `${prefix}address.state`, label: 'State or region (optional)', autocomplete: 'address-level1' },
  { name: `${prefix}address.postalCode`, label: 'Postal code', autocomplete: 'postal-code' },
  { name: `${prefix}address.country`, label: 'Country', kind: 'country', autocomplete: 'country-name' },
];

const personalNumbers: Choices = {
  options: [
    ['SSN', 'Social Security number (SSN)'],
    ['ITIN', 'Individual taxpayer number (ITIN)'],
  ],
};

const individualFields: readonly Field[] = [
  { name: 'fullName', label: 'Full name', hint: 'As shown on your identity document.', autocomplete: 'name' },
  { name: 'birthDate', label: 'Date of birth', kind: 'date', autocomplete: 'bday' },
  { name: 'nationality', label: 'Nationality', kind: 'country' },
  { name: 'idType', label: 'Type of identification number', kind: personalNumbers },
  {
    name: 'identifier',
    label: 'Identification number',
    hint: 'For example 123-45-6789. A number that you entered earlier is not shown.',
    wrong: 'Check the number. A Social Security number or ITIN has nine digits, for example 123-45-6789.',
  },
  ...addressFields(),
];

const businessFields: readonly Field[] = [
  { name: 'businessInfo.legalName', label: 'Legal name', autocomplete: 'organization' },
  { name: 'businessInfo.country', label: 'Country of incorporation', kind: 'country' },
  {
    name: 'businessInfo.taxId',
    label: 'Tax number',
    hint: 'A number that you entered earlier is not shown. Leave this empty to keep it.',
    wrong: 'Check the number. A tax number of a business in the United States has nine digits, for example 12-3456789.',
  },
  { name: 'businessInfo.incorporatedOn', label: 'Date of incorporation', kind: 'date' },
  { name: 'businessInfo.registrationNumber', label: 'Registration number' },
  {
    name: 'businessInfo.countriesOfOperation',
    label: 'Countries of operation',
    hint: 'Every country in which the business operates. To add more countries, save first.',
    kind: 'countries',
  },
  ...addressFields(),
];

export const ownerFields: readonly Field[] = [
  { name: 'personalInfo.firstName', label: 'First name' },
  { name: 'personalInfo.lastName', label: 'Last name' },
  { name: 'personalInfo.birthDate', label: 'Date of birth', kind: 'date' },
  { name: 'personalInfo.nationality', label: 'Nationality', kind: 'country' },
  {
    name: 'personalInfo.idType',
    label: 'Type of identification number',
    kind: {
      options: [
        ...personalNumbers.options,
        ['EIN', 'Employer number (EIN)'],
        ['NON_US_TAX_ID', 'Passport, or a number from another country'],
      ],
    },
  },
  { name: 'personalInfo.identifier', label: 'Identification number', wrong: 'Check that the number fits its type and country.' },
  {
    name: 'personalInfo.countryOfIssuance',
    label: 'Country that issued the number',
    hint: 'Required for a passport or a number from another country.',
    kind: 'country',
  },
  {
    name: 'roles',
    label: 'Roles',
    kind: {
      options: [
        ['UBO', 'Owner'],
        ['CONTROL_PERSON', 'Control person'],
        ['DIRECTOR', 'Director'],
        ['COMPANY_OFFICER', 'Company officer'],
        ['TRUSTEE', 'Trustee'],
        ['GENERAL_PARTNER', 'General partner'],
      ],
      isMany: true,
    },
  },
  {
    name: 'ownershipPercentage',
    label: 'Ownership in percent',
    hint: 'A whole number. Enter 0 for none.',
    wrong: 'Enter a whole number from 0 to 100.',
    kind: 'number',
  },
  ...addressFields('personalInfo.'),
];

export function customerFields({ kind }: Customer): readonly Field[] {
  return kind.case === 'business' ? businessFields : individualFields;
}

/** Fields with several values, separated by commas. */
export const listFields = new Set(['businessInfo.countriesOfOperation', 'roles']);
export const numberFields = new Set(['ownershipPercentage']);

/** Whether a field contains countries, by the last part of its name. They are shown by name and sent by code. */
export const isCountryField = (name: string) => /(^|\.)(country|nationality|countryOfIssuance|countriesOfOperation)$/.test(name);
export const isFileField = (name: string) => /(^|\.)file$/.test(name);
