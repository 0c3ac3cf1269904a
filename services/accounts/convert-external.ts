// Converts external accounts to messages.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountSchema } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { ExternalAccountSchema } from '../../gen/payments/accounts/v1/external_account_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import { accountTypeOf } from './domain/external/account-types.ts';
import { beneficiaryNameOf } from './domain/external/beneficiary.ts';
import type { ExternalAccount } from './domain/external/external-account.ts';
import { primaryIdentifierOf } from './domain/external/identifiers.ts';

/** The account as returned by GET. */
export function toExternalAccount(account: ExternalAccount): MessageInitShape<typeof ExternalAccountSchema> {
  const { customerId, platformAccountId, ownershipType, nameCheck } = account;
  return {
    id: publicId('ExternalAccount', account.id),
    status: account.status,
    currency: account.currency,
    accountInfo: account.accountInfo,
    ...(customerId !== undefined && {
      customerId: publicId('Customer', customerId),
      defaultUmaDepositAccount: account.isUmaDefault,
    }),
    ...(platformAccountId !== undefined && { platformAccountId }),
    ...(ownershipType !== undefined && { ownershipType }),
    ...(nameCheck && { beneficiaryVerificationStatus: nameCheck.status }),
    ...(nameCheck?.verifiedName !== undefined && { beneficiaryVerifiedData: { fullName: nameCheck.verifiedName } }),
  };
}

/** The account for other services. */
export function toKnownAccount(account: ExternalAccount): MessageInitShape<typeof AccountSchema> {
  const { info } = account.accountInfo;
  const isKnown = info.case !== undefined;
  return {
    kind: {
      case: 'external',
      value: {
        account: toExternalAccount(account),
        primaryIdentifier: isKnown ? primaryIdentifierOf(info) : '',
        isBankAccount: isKnown && accountTypeOf(info.case).kind === 'bank',
        isDeleted: account.deletedAt !== undefined,
        isTrusted: account.trustedAt !== undefined,
        payee: isKnown ? (beneficiaryNameOf(info) ?? primaryIdentifierOf(info)) : '',
      },
    },
  };
}
