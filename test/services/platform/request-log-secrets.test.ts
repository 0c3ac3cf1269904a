// The fields that the request log masks.
import { expect, test } from 'vitest';
import { fieldsBelow, publishedMethods } from '../../kit/published.ts';

test('every published field whose name tells of a secret is masked', () => {
  const fields = publishedMethods().flatMap(({ input, output }) => [...fieldsBelow(input), ...fieldsBelow(output)]);
  const telling = fields.filter(({ jsonName, scalar }) => scalar !== undefined && secretName.test(jsonName));
  const open = telling.filter(({ proto }) => !proto.options?.debugRedact).map(({ parent, name }) => `${parent.typeName}.${name}`);

  expect(telling.length).toBeGreaterThan(20);
  expect([...new Set(open)].sort()).toEqual([]);
});

const secretName =
  /secret|password|mnemonic|^signature$|oidcToken|accessToken|encryptedOtpBundle|recoveryCodes|totpUri|kycUrl|panEmbedUrl|taxId|ssn/i;
