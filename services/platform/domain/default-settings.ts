// The settings of a new platform.
import { TransactionType } from '../../../gen/payments/common/v1/payment_pb.ts';

/** Wide bounds, both directions, no required fields, no fees; codes as wallets would send them anyway. */
export function defaultSettings(currencies: readonly string[]) {
  return {
    supportedCurrencies: currencies.map(defaultCurrency),
    embeddedWalletConfig: {
      otpLength: 6,
      alphanumeric: false,
      expirationSeconds: 300,
      sendFromEmailSenderName: 'Notifications',
    },
    feeConfigs: [],
  };
}

export const defaultCurrency = (currencyCode: string) => ({
  currencyCode,
  minAmount: 1n,
  maxAmount: 1_000_000_000_000n,
  enabledTransactionTypes: [TransactionType.INCOMING, TransactionType.OUTGOING],
});
