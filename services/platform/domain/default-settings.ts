// What a new platform starts with.
import { create } from '@bufbuild/protobuf';
import { TransactionType } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  EmbeddedWalletConfigSchema,
  type PlatformCurrencyConfig,
  PlatformCurrencyConfigSchema,
} from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { Settings } from './platform.ts';

/** Wide bounds, both directions, nothing asked of anyone, no fees; codes as wallets would send them anyway. */
export function defaultSettings(currencies: readonly string[]): Settings {
  return {
    supportedCurrencies: currencies.map(currencySetting),
    embeddedWalletConfig: create(EmbeddedWalletConfigSchema, {
      otpLength: 6,
      alphanumeric: false,
      expirationSeconds: 300,
      sendFromEmailSenderName: 'Notifications',
    }),
    feeConfigs: [],
  };
}

function currencySetting(currencyCode: string): PlatformCurrencyConfig {
  return create(PlatformCurrencyConfigSchema, {
    currencyCode,
    minAmount: 1n,
    maxAmount: 1_000_000_000_000n,
    enabledTransactionTypes: [TransactionType.INCOMING, TransactionType.OUTGOING],
  });
}
