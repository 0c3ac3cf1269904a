// The store of this service.

import { type JobRows, jobRows } from '../../kit/background/jobs.ts';
import type { Database, Queryable } from '../../kit/storage/database.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { type ContactChanges, contactChanges } from './contact-changes.ts';
import { type Credentials, credentials } from './credentials.ts';
import { type DelegatedKeys, delegatedKeys } from './delegated-keys.ts';
import { type FailedAttempts, failedAttempts } from './failed-attempts.ts';
import { type FailedProofs, failedProofs } from './failed-proofs.ts';
import { type FundingSources, fundingSources } from './funding-sources.ts';
import { type OauthIdentities, oauthIdentities } from './oauth-identities.ts';
import { type OperatorLog, operatorLog } from './operator-log.ts';
import { type Operators, operators } from './operators.ts';
import { type OtpIssuances, otpIssuances } from './otp-issuances.ts';
import { type OtpResends, otpResends } from './otp-resends.ts';
import { type PasskeyChallenges, passkeyChallenges } from './passkey-challenges.ts';
import { type Passkeys, passkeys } from './passkeys.ts';
import { type QuorumKeys, quorumKeys } from './quorum-keys.ts';
import { type ScaChallenges, scaChallenges } from './sca-challenges.ts';
import { type ScaCustomers, scaCustomers } from './sca-customers.ts';
import { type ScaPasskeys, scaPasskeys } from './sca-passkeys.ts';
import { type ScaResets, scaResets } from './sca-resets.ts';
import { type ScaTotps, scaTotps } from './sca-totps.ts';
import { type SignedRequests, signedRequests } from './signed-requests.ts';
import { type Tokens, tokens } from './tokens.ts';
import { type WalletSessions, walletSessions } from './wallet-sessions.ts';

export interface AuthRows {
  readonly tokens: Tokens;
  readonly operators: Operators;
  readonly operatorLog: OperatorLog;
  readonly failures: FailedAttempts;
  readonly credentials: Credentials;
  readonly otpIssuances: OtpIssuances;
  readonly otpResends: OtpResends;
  readonly passkeys: Passkeys;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly oauthIdentities: OauthIdentities;
  readonly failedProofs: FailedProofs;
  readonly contactChanges: ContactChanges;
  readonly sessions: WalletSessions;
  readonly requests: SignedRequests;
  readonly quorumKeys: QuorumKeys;
  readonly fundingSources: FundingSources;
  readonly delegatedKeys: DelegatedKeys;
  readonly scaCustomers: ScaCustomers;
  readonly scaChallenges: ScaChallenges;
  readonly scaTotps: ScaTotps;
  readonly scaPasskeys: ScaPasskeys;
  readonly scaResets: ScaResets;
  readonly jobs: JobRows;
}

export type AuthStore = Store<AuthRows>;

export function openAuthStore(database: Database, secrets: Secrets): AuthStore {
  return openStore(database, (db: Queryable) => ({
    tokens: tokens(db),
    operators: operators(db),
    operatorLog: operatorLog(db),
    failures: failedAttempts(db),
    credentials: credentials(db, secrets),
    otpIssuances: otpIssuances(db, secrets),
    otpResends: otpResends(db),
    passkeys: passkeys(db),
    passkeyChallenges: passkeyChallenges(db),
    oauthIdentities: oauthIdentities(db, secrets),
    failedProofs: failedProofs(db),
    contactChanges: contactChanges(db, secrets),
    sessions: walletSessions(db, secrets),
    requests: signedRequests(db, secrets),
    quorumKeys: quorumKeys(db, secrets),
    fundingSources: fundingSources(db),
    delegatedKeys: delegatedKeys(db, secrets),
    scaCustomers: scaCustomers(db, secrets),
    scaChallenges: scaChallenges(db, secrets),
    scaTotps: scaTotps(db, secrets),
    scaPasskeys: scaPasskeys(db),
    scaResets: scaResets(db),
    jobs: jobRows(db),
  }));
}
