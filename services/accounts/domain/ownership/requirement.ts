// What platforms with counterparty rules must state about a wallet: its owner and its custody.
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

/** The missing fields. A wallet with an exchange is hosted; without one it is in self-custody. */
export function ownershipProblems({ accountInfo: { info }, ownershipType }: Ownable): FieldError[] {
  if (info.case === undefined || !walletOf(info)) return [];
  const problems: FieldError[] = [];
  if (ownershipType === undefined && isSelfCustody(info)) problems.push(required('ownershipType'));
  if (ownershipType === OwnershipType.THIRD_PARTY && !beneficiaryOf(info)?.case)
    problems.push(required('accountInfo.beneficiary'));
  return problems;
}

/** Whether the owner can prove ownership: it is their own wallet in self-custody. */
export function isProvable({ accountInfo: { info }, ownershipType }: Ownable): boolean {
  if (info.case === undefined || !walletOf(info)) return false;
  return ownershipType === OwnershipType.FIRST_PARTY && isSelfCustody(info);
}

const isSelfCustody = (info: AccountInfo) => fieldsOf(info).vaspName === undefined;

const required = (field: string): FieldError => ({ field, message: 'is required' });
