// What a platform that is subject to counterparty rules must tell of a wallet: whose it is, and who holds it.
import { OwnershipType } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { FieldError } from '../../../kit/messages/json/problems.ts';
import type { AccountInfo } from '../external/account-type.ts';
import { fieldsOf } from '../external/account-types.ts';
import { beneficiaryOf } from '../external/beneficiary.ts';
import { walletOf } from './networks.ts';

export interface Ownable {
  readonly accountInfo: { readonly info: AccountInfo | { case: undefined } };
  readonly ownershipType?: OwnershipType;
}

/** What is missing. An exchange that is named keeps the wallet; without one it is self-custody. */
export function ownershipProblems({ accountInfo: { info }, ownershipType }: Ownable): FieldError[] {
  if (info.case === undefined || !walletOf(info)) return [];
  const problems: FieldError[] = [];
  if (ownershipType === undefined && isSelfCustody(info)) problems.push(required('ownershipType'));
  if (ownershipType === OwnershipType.THIRD_PARTY && !beneficiaryOf(info)?.case)
    problems.push(required('accountInfo.beneficiary'));
  return problems;
}

/** Whether the owner can be asked for a proof: it is their own wallet, and no exchange keeps it. */
export function isProvable({ accountInfo: { info }, ownershipType }: Ownable): boolean {
  if (info.case === undefined || !walletOf(info)) return false;
  return ownershipType === OwnershipType.FIRST_PARTY && isSelfCustody(info);
}

const isSelfCustody = (info: AccountInfo) => fieldsOf(info).vaspName === undefined;

const required = (field: string): FieldError => ({ field, message: 'is required' });
