// The numbers and addresses of external accounts.
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { AccountInfo } from './account-type.ts';
import { accountTypeOf, fieldsOf } from './account-types.ts';
import { bankNameOf } from './banks.ts';
import { railsOf } from './rails.ts';

/** The number or address with the sandbox suffix. */
export function primaryIdentifierOf(info: AccountInfo): string {
  return textsOf(info, accountTypeOf(info.case).primary).find((text) => text !== '') ?? '';
}

/**
 * The identity of an account among those of its owner, as one text: currency, type and coordinates. Ignores case and separators, except in
 * base58 and in identifiers with a domain, where dots and hyphens are significant.
 */
export function identityOf(currency: string, info: AccountInfo): string {
  const { identity, isCaseSensitive } = accountTypeOf(info.case);
  const values = textsOf(info, identity).map((text) => (isCaseSensitive ? text : folded(text)));
  return JSON.stringify([currency, info.case, ...values]);
}

/** The stored form of an account: IBAN and BIC in upper case, with its rails and, if known, the name of its bank. */
export function settled(given: ExternalAccountInfo): ExternalAccountInfo {
  const account = structuredClone(given);
  const { info } = account;
  if (info.case === undefined) return account;
  const { value } = info;
  if ('iban' in value && value.iban) value.iban = value.iban.toUpperCase();
  if ('swiftCode' in value && value.swiftCode) value.swiftCode = value.swiftCode.toUpperCase();
  const bankName = info.case === 'sgdAccount' ? bankNameOf(info.value.swiftCode) : undefined;
  if (info.case === 'sgdAccount' && bankName !== undefined) info.value.bankName ??= bankName;
  if ('paymentRails' in value) value.paymentRails = railsOf(info);
  return account;
}

function textsOf(info: AccountInfo, names: readonly string[]): string[] {
  const fields = fieldsOf(info);
  return names.map((name) => String(fields[name] ?? ''));
}

function folded(text: string): string {
  const upper = text.toUpperCase();
  return upper.includes('@') ? upper.trim() : upper.replaceAll(/[\s./-]/g, '');
}
