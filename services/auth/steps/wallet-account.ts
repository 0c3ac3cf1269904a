// The wallet account of a credential, and the contact of its owner.
import { InternalAccountStatus, InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId, uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { OtpKind } from '../domain/credential.ts';
import { notFound } from './credential-in.ts';

export interface WalletAccount {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly customerId: string;
}

/** Throws REFERENCE_NOT_FOUND, or INVALID_INPUT for an account that is not a wallet, or closed. */
export async function walletAccount(accountId: string, { clients }: AuthContext): Promise<WalletAccount> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [accountId] });
  const account = accounts[0]?.kind;
  if (account?.case !== 'internal') throw notFound(accountId, 'InternalAccount');
  const { id, type, status, customerId = '' } = account.value;
  if (status === InternalAccountStatus.CLOSED) throw closed(accountId);
  const [uuid, customer] = [uuidOf('InternalAccount', id), uuidOf('Customer', customerId)];
  if (type === InternalAccountType.EMBEDDED_WALLET && uuid !== undefined && customer !== undefined) {
    return { id: uuid, customerId: customer };
  }
  throw fail(
    ErrorCode.INVALID_INPUT,
    `${accountId} is not an embedded wallet. Only accounts of type EMBEDDED_WALLET have credentials.`,
  );
}

/** A closed account stays closed: its customer was deleted, or the operator closed it. */
function closed(accountId: string): Refusal {
  return fail(ErrorCode.INVALID_INPUT, `The account ${accountId} is CLOSED and gets no credentials.`, {
    accountStatus: 'CLOSED',
  });
}

/** The contact for codes of this kind. Throws INVALID_INPUT if the customer has none. */
export async function contactOf(customerId: string, type: OtpKind, { clients }: AuthContext): Promise<string> {
  const { email, phoneNumber } = await clients.customers.getCustomer({ customerId: publicId('Customer', customerId) });
  const contact = type === 'EMAIL_OTP' ? email : phoneNumber;
  if (contact) return contact;
  throw fail(ErrorCode.INVALID_INPUT, `The customer has no ${type === 'EMAIL_OTP' ? 'e-mail' : 'phone number'}. Set it first.`);
}
