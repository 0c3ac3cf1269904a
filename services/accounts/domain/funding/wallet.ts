// Where payers send money so that it reaches a wallet: an address that its own words control.
import { create } from '@bufbuild/protobuf';
import {
  type PaymentInstructions,
  PaymentInstructionsSchema,
} from '../../../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import type { Environment } from '../../../kit/core/caller.ts';
import { sparkKeys } from '../wallet/mnemonic.ts';
import { sparkAddress } from './addresses.ts';
import { isOrdinary } from './instructions.ts';

export function walletFunding(mnemonic: string, account: { currency: string; environment: Environment }): PaymentInstructions[] {
  const isTest = account.environment === 'sandbox';
  for (const key of sparkKeys(mnemonic, { isTest })) {
    const address = sparkAddress(isTest ? 'sparkrt' : 'spark', key);
    if (!isOrdinary(address)) continue;
    const info = { case: 'sparkWallet' as const, value: { address, assetType: account.currency } };
    return [create(PaymentInstructionsSchema, { isPlatformAccount: false, accountOrWalletInfo: { info } })];
  }
  return [];
}
