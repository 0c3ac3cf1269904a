// All tables of this service: those of the ORM, and those accessed by statements only.
import {
  ContactChangeRecord,
  CredentialRecord,
  FailedProofRecord,
  OtpIssuanceRecord,
  OtpResendRecord,
} from './credential-records.ts';
import { DelegatedKeyRecord, FundingSourceRecord } from './delegated-key-records.ts';
import { OperatorEntryRecord, OperatorRecord } from './operator-records.ts';
import {
  OauthIdentityRecord,
  PasskeyChallengeRecord,
  PasskeyRecord,
  UsedRegistrationRecord,
  UsedTokenRecord,
} from './proof-records.ts';
import { ScaChallengeRecord, ScaCustomerRecord, ScaPasskeyRecord, ScaResetRecord, ScaTotpRecord } from './sca-records.ts';
import { ApiClientRecord, FailedAttemptRecord, TokenRecord } from './token-records.ts';
import { QuorumKeyRecord, SignedRequestRecord, WalletAuditRecord, WalletSessionRecord } from './wallet-records.ts';

/** Administered records. */
export const entities = [
  TokenRecord,
  CredentialRecord,
  ContactChangeRecord,
  PasskeyRecord,
  OauthIdentityRecord,
  WalletSessionRecord,
  FundingSourceRecord,
  DelegatedKeyRecord,
  OperatorRecord,
];

/** Directories, counters, used proofs, and tables that every signature and proof writes. */
export const tables = [
  ApiClientRecord,
  FailedAttemptRecord,
  FailedProofRecord,
  OtpIssuanceRecord,
  OtpResendRecord,
  UsedRegistrationRecord,
  PasskeyChallengeRecord,
  UsedTokenRecord,
  SignedRequestRecord,
  WalletAuditRecord,
  QuorumKeyRecord,
  ScaCustomerRecord,
  ScaTotpRecord,
  ScaPasskeyRecord,
  ScaResetRecord,
  ScaChallengeRecord,
  OperatorEntryRecord,
];
