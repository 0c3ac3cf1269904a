// What the hosted page asks of a document, beside its type.
import type { Field } from './form-fields.ts';

const file: Field = { name: 'file', label: 'File', hint: 'A PDF, JPEG or PNG of up to 10 MB.', kind: 'file' };
const country: Field = { name: 'country', label: 'Issuing country', kind: 'country' };

/** Of papers. */
export const paperFields: readonly Field[] = [country, file];

/** Of passports, which have one side that counts. */
export const passportFields: readonly Field[] = [
  country,
  { name: 'documentNumber', label: 'Document number' },
  { name: 'issuingAuthority', label: 'Issuing authority', hint: 'The office that issued it, as shown on the document.' },
  file,
];

/** Of documents that tell who somebody is. */
export const identityFields: readonly Field[] = [
  ...passportFields.slice(0, -1),
  {
    name: 'side',
    label: 'Side (optional)',
    hint: 'Licences and identity cards have two sides: upload each one separately. Passports have one.',
    kind: {
      options: [
        ['FRONT', 'Front'],
        ['BACK', 'Back'],
      ],
    },
  },
  file,
];
