// Where a payment goes: an account inside or outside, as far as a quote cares.

import type { Account } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { type ExternalAccount, ExternalAccountStatus } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import { type InternalAccount, InternalAccountStatus } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { DestinationKind } from '../shared/destination-kind.ts';
import { nameIn } from '../shared/name-in.ts';
import { isLightningOrSpark, networkOfWallet } from '../shared/networks.ts';

export interface Destination {
  /** Public id. */
  readonly id: string;
  readonly kind: DestinationKind;
  readonly currency: string;
  /** Name of the account's status. */
  readonly status: string;
  /** Public id of the owner; absent: the platform. */
  readonly customerId?: string;
  /** Names of the payment rails that reach it. */
  readonly rails: readonly string[];
  readonly isLightningOrSpark: boolean;
  /** As people call whoever is paid; absent for accounts inside. */
  readonly payee?: string;
  /** Its customer pays to it without further proof. */
  readonly isTrusted?: boolean;
  /** The number or address of an account outside. */
  readonly identifier?: string;
  /** The Lightning invoice of an account that is good for one payment. */
  readonly invoice?: string;
  /** All that is told of an account outside. */
  readonly info?: ExternalAccountInfo;
}

/** The destination that an account is, or undefined when it cannot be one. */
export function destinationOf(account: Account['kind']): Destination | undefined {
  if (account.case === 'internal') return internalDestination(account.value);
  if (account.case !== 'external') return undefined;
  const { account: external, isBankAccount, primaryIdentifier, isTrusted, payee } = account.value;
  const info = external?.accountInfo;
  if (!external || !info) return undefined;
  return {
    id: external.id,
    kind: isBankAccount ? 'BANK' : 'WALLET',
    currency: external.currency,
    status: nameIn(ExternalAccountStatus, external.status),
    rails: railsOf(external),
    isLightningOrSpark: isLightningOrSpark(networkOfWallet(info.info.case)),
    identifier: primaryIdentifier,
    isTrusted,
    payee,
    info,
    ...(info.info.case === 'lightning' && info.info.value.invoice !== undefined && { invoice: info.info.value.invoice }),
    ...(external.customerId !== undefined && { customerId: external.customerId }),
  };
}

/** Names of the payment rails that reach an account outside. */
export function railsOf({ accountInfo }: ExternalAccount): string[] {
  const value = accountInfo?.info?.value;
  return value && 'paymentRails' in value ? value.paymentRails.map((rail) => nameIn(PaymentRail, rail)) : [];
}

function internalDestination({ id, customerId, status, balance }: InternalAccount): Destination {
  return {
    id,
    kind: 'INTERNAL',
    currency: balance?.currency?.code ?? '',
    status: nameIn(InternalAccountStatus, status),
    rails: [],
    isLightningOrSpark: false,
    ...(customerId !== undefined && { customerId }),
  };
}
