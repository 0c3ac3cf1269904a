// The holder of an external account.
import type { AccountInfo } from './account-type.ts';

/** The beneficiary by its kind. Undefined if there is none, as for wallets. */
export function beneficiaryOf({ value }: AccountInfo) {
  return 'beneficiary' in value ? value.beneficiary?.kind : undefined;
}

/** Name of the beneficiary. Undefined for a wallet without one. */
export function beneficiaryNameOf(info: AccountInfo): string | undefined {
  const beneficiary = beneficiaryOf(info);
  if (beneficiary?.case === 'individual') return beneficiary.value.fullName;
  return beneficiary?.case === 'business' ? beneficiary.value.legalName : undefined;
}
