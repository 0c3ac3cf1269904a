// Failure reasons of transactions, as named in the contract.

export type FailureReason = OutgoingFailureReason | IncomingFailureReason;

export type OutgoingFailureReason =
  | 'QUOTE_EXECUTION_FAILED'
  | 'QUOTE_RATE_UNAVAILABLE'
  | 'FUNDING_AMOUNT_MISMATCH'
  | 'LIMIT_EXCEEDED'
  | 'PAYOUT_RETURNED'
  | 'ACCOUNT_CANNOT_RECEIVE'
  | 'COMPLIANCE_REJECTED'
  | 'ACCOUNT_INVALID'
  | 'COUNTERPARTY_POST_TX_FAILED'
  | 'SCA_NOT_COMPLETED';

export type IncomingFailureReason =
  | 'COLLECTION_FAILED'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_EXECUTION_FAILED'
  | 'COMPLIANCE_REJECTED'
  | 'MISSING_MANDATORY_PAYEE_DATA'
  | 'OFFRAMP_FAILED'
  | 'PAY_REQUEST_FAILED'
  | 'PAYMENT_APPROVAL_TIMED_OUT'
  | 'PAYMENT_APPROVAL_WEBHOOK_ERROR';
