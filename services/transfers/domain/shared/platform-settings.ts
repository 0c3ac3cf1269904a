// What payments look at in the configuration of a platform.
import type { TransactionType } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { CustomerInfoFieldName } from '../../../../gen/payments/platform/v1/platform_pb.ts';

export interface PlatformSettings {
  readonly isRegulatedFinancialInstitution?: boolean | undefined;
  readonly supportedCurrencies: readonly CurrencySettings[];
}

export interface CurrencySettings {
  readonly currencyCode: string;
  readonly enabledTransactionTypes: readonly TransactionType[];
  /** In the smallest unit. */
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  /** What the platform requires of the other side. */
  readonly requiredCounterpartyFields: readonly FieldDefinition[];
  /** What the platform's provider requires of the other side. */
  readonly providerRequiredCounterpartyCustomerFields: readonly CustomerInfoFieldName[];
}

interface FieldDefinition {
  readonly name: CustomerInfoFieldName;
  readonly mandatory?: boolean | undefined;
}
