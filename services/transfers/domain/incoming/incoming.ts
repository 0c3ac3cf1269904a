// Incoming transactions: a type per kind.
import type { IncomingFailureReason } from '../shared/failure-reasons.ts';
import type { Realtime, TransactionCore } from '../shared/transaction-core.ts';
import type { IncomingUma, PendingUma } from '../uma/incoming-uma.ts';
import type { DebitState } from './debit-machine.ts';
import type { DepositState } from './deposit-machine.ts';
import type { ReceiptState } from './receipt-machine.ts';
import type { SandboxDepositState } from './sandbox-deposit-machine.ts';
import type { TransferInState } from './transfer-in-machine.ts';
import type { UmaPaymentState } from './uma-machine.ts';
import type { UnmatchedFundsState } from './unmatched-funds-machine.ts';

interface IncomingCore extends TransactionCore {
  readonly failureReason?: IncomingFailureReason;
}

export interface TransferIn extends IncomingCore {
  readonly kind: 'TRANSFER_IN';
  readonly state: TransferInState;
  /** Public id of the external account to pull from. */
  readonly sender: string;
  /** Name of the rail for the pull. */
  readonly pullRail: string;
  /** Number of polls of the rail, or of checks of a blocked account. */
  readonly railChecks: number;
}

export interface Deposit extends IncomingCore {
  readonly kind: 'DEPOSIT';
  readonly state: DepositState;
  /** The rail of the deposit, and its id there. */
  readonly deposit: { readonly rail: string; readonly key: string };
  readonly realtime: Realtime;
  readonly pendingReason?: PendingReason;
}

export type PendingReason =
  | 'COUNTERPARTY_DECLARATION_REQUIRED'
  | 'WALLET_VERIFICATION_REQUIRED'
  | 'COUNTERPARTY_INFORMATION_REQUIRED'
  | 'COMPLIANCE_REVIEW';

export interface SandboxDeposit extends IncomingCore {
  readonly kind: 'SANDBOX_DEPOSIT';
  readonly state: SandboxDepositState;
  readonly realtime: Realtime;
}

export interface Debit extends IncomingCore {
  readonly kind: 'DEBIT';
  readonly state: DebitState;
  /** The rail of the debit, and until when it can be returned unpaid, in ISO 8601. */
  readonly debit: { readonly rail: string; readonly returnBy: string };
  readonly realtime: Realtime;
  /** For the return of a pull that funded a quote. */
  readonly quoteId?: string;
}

export interface UnmatchedFunds extends IncomingCore {
  readonly kind: 'UNMATCHED_FUNDS';
  readonly state: UnmatchedFundsState;
  /** The rail of the funds, and their id there. Refunds of crypto assets go to an internal account. */
  readonly deposit: { readonly rail: string; readonly isCrypto: boolean; readonly key: string };
  readonly sender?: string;
  readonly realtime?: Realtime;
}

export interface UmaPayment extends IncomingCore {
  readonly kind: 'UMA_PAYMENT';
  readonly state: UmaPaymentState;
  /** UMA address of the payer. */
  readonly sender: string;
  readonly uma: IncomingUma & { readonly pending: PendingUma };
  /** Number of deadlines set for the platform. */
  readonly attempt: number;
  /** Number of polls of the rail or network. */
  readonly railChecks: number;
}

export interface Receipt extends IncomingCore {
  readonly kind: 'RECEIPT';
  readonly state: ReceiptState;
  /** Public id of the paying account. */
  readonly sender?: string;
  /** For a payment to a UMA address. */
  readonly uma?: IncomingUma;
  readonly quoteId?: string;
}

export type IncomingTransaction = TransferIn | Deposit | SandboxDeposit | Debit | UnmatchedFunds | UmaPayment | Receipt;
