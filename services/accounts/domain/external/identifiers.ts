// The numbers and addresses by which an account outside of the platform is known.
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { AccountInfo } from './account-type.ts';
import { accountTypeOf, fieldsOf } from './account-types.ts';
import { bankNameOf } from './banks.ts';
import { railsOf } from './rails.ts';

/** The number or address that sandbox suffixes are read from. */
export function primaryIdentifierOf(info: AccountInfo): string {
  return textsOf(info, accountTypeOf(info.case).primary).find((text) => text !== '') ?? '';
}

/**
 * What makes an account the same as another one of its owner, as one text: currency, type and coordinates. Case and separators do
 * not count, except in base58 and in what has a domain part, where dots and hyphens are part of the name.
 */
export function identityOf(currency: string, info: AccountInfo): string {
  const { identity, isCaseSensitive } = accountTypeOf(info.case);
  const values = textsOf(info, identity).map((text) => (isCaseSensitive ? text : folded(text)));
  return JSON.stringify([currency, info.case, ...values]);
}

/** An account as it is kept: IBAN and BIC in capitals, its rails and a bank name that can be told filled in. */
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
