// The fields of a document on the hosted page, in addition to its type.
import type { Field } from './form-fields.ts';

const file: Field = { name: 'file', label: 'File', hint: 'A PDF, JPEG or PNG of up to 10 MB.', kind: 'file' };
const country: Field = { name: 'country', label: 'Issuing country', kind: 'country' };

/** For documents other than identity documents. */
export const paperFields: readonly Field[] = [country, file];

/** For passports, of which one side is required. */
export const passportFields: readonly Field[] = [
  country,
  { name: 'documentNumber', label: 'Document number' },
  { name: 'issuingAuthority', label: 'Issuing authority', hint: 'The office that issued it, as shown on the document.' },
  file,
];

/** For identity documents. */
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
