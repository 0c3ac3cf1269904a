// The parts of a platform's configuration that payments use.
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
  /** Fields that the platform requires of the counterparty. */
  readonly requiredCounterpartyFields: readonly FieldDefinition[];
  /** Fields that the platform's provider requires of the counterparty. */
  readonly providerRequiredCounterpartyCustomerFields: readonly CustomerInfoFieldName[];
}

interface FieldDefinition {
  readonly name: CustomerInfoFieldName;
  readonly mandatory?: boolean | undefined;
}
