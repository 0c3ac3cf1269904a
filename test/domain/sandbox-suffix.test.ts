// How the sandbox reads its magic suffixes.
import { expect, test } from 'vitest';
import { sandboxSuffixOf } from '../../services/kit/core/sandbox-suffix.ts';

test.each([
  { identifier: '50100482913106', suffix: '106', why: 'an account number ends in it' },
  { identifier: 'GB82WEST12345698765102', suffix: '102', why: 'an IBAN ends in it' },
  { identifier: 'maria.103@example.com', suffix: '103', why: 'the domain part does not count' },
  { identifier: 'shop-10.5@upi', suffix: '105', why: 'only letters and digits count' },
  { identifier: '+55 11 99999-8104', suffix: '104', why: 'separators do not count' },
  { identifier: '0xAb5801a7D398351b8bE11C439e05C5B3259ae005', suffix: '005', why: 'an address ends in it' },
  { identifier: 'abcXyZ', suffix: 'XyZ', why: 'letters stay as they are' },
  { identifier: '7', suffix: '7', why: 'a short identifier has a short suffix' },
  { identifier: '@example.com', suffix: '', why: 'an empty user part has none' },
])('the suffix of $identifier is "$suffix": $why', ({ identifier, suffix }) => {
  expect(sandboxSuffixOf(identifier)).toBe(suffix);
});
