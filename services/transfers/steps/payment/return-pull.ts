// A pull that is returned after its payment has used the money, so the platform pays. Repeatable.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { takeDebit } from '../deposit/account-debit.ts';

/** The payment does not change. A separate debit is booked on the platform's account. */
export async function chargePlatform(context: TransfersContext, paid: OutgoingPayment, rail: string): Promise<void> {
  const { id: key, sent } = paid;
  const account = await platformAccount(context, sent.currency);
  await takeDebit(context, account, {
    source: 'PULL_RETURN',
    key,
    rail,
    amount: sent.amount,
    returnBy: context.clock.now(),
    ...(paid.kind === 'PAYMENT' && { quoteId: paid.quoteId }),
  });
}

async function platformAccount({ clients }: TransfersContext, currency: string): Promise<InternalAccount> {
  await clients.accounts.openPlatformAccounts({ currencies: [currency] });
  const { data } = await clients.internalAccounts.listPlatformInternalAccounts({ currency });
  const [account] = data;
  if (!account) throw new Error(`The platform has no account in ${currency}.`);
  return account;
}
