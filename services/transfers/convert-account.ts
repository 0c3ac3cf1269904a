// Converts accounts of the accounts service to sources and destinations of payments.
import type { Account, KnownExternalAccount } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { type ExternalAccount, ExternalAccountStatus } from '../../gen/payments/accounts/v1/external_account_pb.ts';
import {
  type InternalAccount,
  InternalAccountStatus,
  InternalAccountType,
} from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import type { Destination } from './domain/quote/destination.ts';
import { isPullable, pullRailOf, type Source } from './domain/quote/source.ts';
import { nameIn } from './domain/shared/name-in.ts';
import { isLightningOrSpark, networkOfWallet } from './domain/shared/networks.ts';

/** The source for an account. Undefined if the account cannot be one. */
export function toSource(account: Account['kind']): Source | undefined {
  if (account.case === 'internal') return internalSource(account.value);
  return account.case === 'external' ? externalSource(account.value) : undefined;
}

function internalSource({ id, type, status, balance, customerId }: InternalAccount): Source {
  return {
    kind: 'INTERNAL',
    id,
    currency: balance?.currency?.code ?? '',
    status: nameIn(InternalAccountStatus, status),
    available: balance?.amount ?? 0n,
    isEmbeddedWallet: type === InternalAccountType.EMBEDDED_WALLET,
    ...(customerId !== undefined && { customerId }),
  };
}

function externalSource({ account, isBankAccount, primaryIdentifier }: KnownExternalAccount): Source | undefined {
  const info = account?.accountInfo?.info;
  if (!account || !info?.case) return undefined;
  const isPulled = isPullable({ isBankAccount, accountType: info.case });
  const rail = isPulled ? pullRailOf(railsOf(account)) : undefined;
  const network = networkOfWallet(info.case);
  return {
    kind: isPulled ? 'PULL' : 'PUSH',
    id: account.id,
    currency: account.currency,
    status: nameIn(ExternalAccountStatus, account.status),
    isEmbeddedWallet: false,
    identifier: primaryIdentifier,
    ...(rail !== undefined && { rail }),
    ...(network !== undefined && { network }),
    ...(account.customerId !== undefined && { customerId: account.customerId }),
  };
}

/** The destination for an account. Undefined if the account cannot be one. */
export function toDestination(account: Account['kind']): Destination | undefined {
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

/** Names of the payment rails that reach an external account. */
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
