// The definition of the auth service.
import { AuthenticationService } from '../../gen/payments/auth/v1/authentication_pb.ts';
import { CodeDeliveryService } from '../../gen/payments/auth/v1/code_delivery_pb.ts';
import { CredentialDirectoryService } from '../../gen/payments/auth/v1/credential_directory_pb.ts';
import { CredentialService } from '../../gen/payments/auth/v1/credential_pb.ts';
import { VerifyCredentialRequestSchema } from '../../gen/payments/auth/v1/credential_proof_pb.ts';
import { DelegatedKeyDirectoryService } from '../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { DelegatedKeyService, ListDelegatedKeysRequestSchema } from '../../gen/payments/auth/v1/delegated_key_pb.ts';
import { CreateCredentialRequestSchema } from '../../gen/payments/auth/v1/new_credential_pb.ts';
import { OperatorLogService, OperatorRecordService } from '../../gen/payments/auth/v1/operator_log_pb.ts';
import { OperatorDirectoryService, OperatorService } from '../../gen/payments/auth/v1/operator_pb.ts';
import { ScaChallengeService } from '../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { CompleteScaLoginRequestSchema, ScaService } from '../../gen/payments/auth/v1/sca_pb.ts';
import { TwoFactorResetService } from '../../gen/payments/auth/v1/sca_reset_pb.ts';
import { SessionService } from '../../gen/payments/auth/v1/session_pb.ts';
import { SignedRequestService } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { CreateTokenRequestSchema, TokenService } from '../../gen/payments/auth/v1/token_pb.ts';
import { WalletEnvelopeService } from '../../gen/payments/auth/v1/wallet_envelope_pb.ts';
import { openOutbound } from '../kit/calls/outbound.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, type Kit, serve } from '../kit/service/service.ts';
import { openAnchors } from './anchors/anchors.ts';
import { checkKeyFilter } from './checks/delegated-key.ts';
import { checkNewOauth, checkOauthProof } from './checks/id-token.ts';
import { checkNewPasskey } from './checks/passkey.ts';
import { checkLoginProof } from './checks/sca.ts';
import { checkNewToken } from './checks/token.ts';
import { needs } from './context.ts';
import { openDelivery } from './delivery/delivery.ts';
import { unknownClients } from './domain/unknown-clients.ts';
import { handleAdoptPhone } from './jobs/adopt-phone.ts';
import { expireOtp } from './jobs/expire-otp.ts';
import { settleOtp } from './jobs/settle-otp.ts';
import { settleRequest } from './jobs/settle-request.ts';
import { sandboxLiveness } from './liveness/sandbox-liveness.ts';
import { admitOperator } from './methods/admit-operator.ts';
import { authenticateBasic } from './methods/authenticate-basic.ts';
import { bindFundingSource } from './methods/bind-funding-source.ts';
import { cancelContactChange } from './methods/cancel-contact-change.ts';
import { challengeCredential } from './methods/challenge-credential.ts';
import { checkSession } from './methods/check-session.ts';
import { claimRequest } from './methods/claim-request.ts';
import { commitContactChange } from './methods/commit-contact-change.ts';
import { completeScaLogin } from './methods/complete-sca-login.ts';
import { completeTwoFactorReset } from './methods/complete-two-factor-reset.ts';
import { confirmScaFactorEnrollment } from './methods/confirm-sca-factor-enrollment.ts';
import { createCredential } from './methods/create-credential.ts';
import { createDelegatedKey } from './methods/create-delegated-key.ts';
import { createOperator } from './methods/create-operator.ts';
import { createToken } from './methods/create-token.ts';
import { deleteScaFactor } from './methods/delete-sca-factor.ts';
import { deleteToken } from './methods/delete-token.ts';
import { deliverCode } from './methods/deliver-code.ts';
import { ensureEmailCredential } from './methods/ensure-email-credential.ts';
import { ensureToken } from './methods/ensure-token.ts';
import { examineContactChange } from './methods/examine-contact-change.ts';
import { findPayingSources } from './methods/find-paying-sources.ts';
import { finishRequest } from './methods/finish-request.ts';
import { getDelegatedKey } from './methods/get-delegated-key.ts';
import { getScaStatus } from './methods/get-sca-status.ts';
import { getToken } from './methods/get-token.ts';
import { getTwoFactorResetStatus } from './methods/get-two-factor-reset-status.ts';
import { initializeOperators } from './methods/initialize-operators.ts';
import { knowsRequest } from './methods/knows-request.ts';
import { listCredentials } from './methods/list-credentials.ts';
import { listDelegatedKeys } from './methods/list-delegated-keys.ts';
import { listOperatorEntries } from './methods/list-operator-entries.ts';
import { listOperators } from './methods/list-operators.ts';
import { listScaFactors } from './methods/list-sca-factors.ts';
import { listSessions } from './methods/list-sessions.ts';
import { listTokens } from './methods/list-tokens.ts';
import { openRequest } from './methods/open-request.ts';
import { openScaChallenge } from './methods/open-sca-challenge.ts';
import { prepareContactChange } from './methods/prepare-contact-change.ts';
import { proveScaChallenge } from './methods/prove-sca-challenge.ts';
import { recordCall } from './methods/record-call.ts';
import { recordResult } from './methods/record-result.ts';
import { recordSecurityEvent } from './methods/record-security-event.ts';
import { refreshSession } from './methods/refresh-session.ts';
import { removeCustomerCredentials } from './methods/remove-customer-credentials.ts';
import { resendScaChallenge } from './methods/resend-sca-challenge.ts';
import { revokeCredential } from './methods/revoke-credential.ts';
import { revokeDelegatedKey } from './methods/revoke-delegated-key.ts';
import { revokeOperator } from './methods/revoke-operator.ts';
import { revokeSession } from './methods/revoke-session.ts';
import { sealExport } from './methods/seal-export.ts';
import { stampCardPayment } from './methods/stamp-card-payment.ts';
import { startScaFactorEnrollment } from './methods/start-sca-factor-enrollment.ts';
import { startScaLogin } from './methods/start-sca-login.ts';
import { startTwoFactorReset } from './methods/start-two-factor-reset.ts';
import { unbindFundingSource } from './methods/unbind-funding-source.ts';
import { verifyCredential } from './methods/verify-credential.ts';
import { verifyStamp } from './methods/verify-stamp.ts';
import { authTables } from './migrations/0001-auth.ts';
import { openKeySets } from './oidc/key-sets.ts';
import { outside } from './outside.ts';
import { anchorLog } from './steps/anchor-log.ts';
import { personalRecords } from './steps/personal-records.ts';
import { settleOtpKind } from './steps/resend-otp.ts';
import { adoptPhoneKind } from './steps/sca/adopt-phone.ts';
import { openSettlement, settleRequestKind } from './steps/settlement.ts';
import { sealedCodes } from './store/otp-issuances.ts';
import { sealedQuorumKeys } from './store/quorum-keys.ts';
import { entities, tables } from './store/records.ts';
import { retention } from './store/retention.ts';
import { sealedRequests } from './store/signed-request-row.ts';
import { openAuthStore } from './store/store.ts';

export const auth = defineService({
  name: 'auth',
  needs,
  serves: [
    serve(TokenService, { createToken, listTokens, getToken, deleteToken }),
    serve(AuthenticationService, { authenticateBasic, ensureToken }),
    serve(OperatorService, { createOperator, listOperators, revokeOperator }),
    serve(OperatorLogService, { listOperatorEntries }),
    serve(OperatorRecordService, { recordCall, recordResult }),
    serve(OperatorDirectoryService, { admitOperator, initializeOperators }),
    serve(SessionService, { listSessions, refreshSession, revokeSession }),
    serve(SignedRequestService, { openRequest, claimRequest, finishRequest, knowsRequest, verifyStamp, checkSession }),
    serve(CredentialService, { createCredential, listCredentials, challengeCredential, verifyCredential, revokeCredential }),
    serve(CodeDeliveryService, { deliverCode }),
    serve(WalletEnvelopeService, { sealExport }),
    serve(DelegatedKeyService, { createDelegatedKey, listDelegatedKeys, getDelegatedKey, revokeDelegatedKey }),
    serve(ScaService, {
      listScaFactors,
      startScaFactorEnrollment,
      confirmScaFactorEnrollment,
      deleteScaFactor,
      startScaLogin,
      completeScaLogin,
      recordSecurityEvent,
    }),
    serve(TwoFactorResetService, { startTwoFactorReset, getTwoFactorResetStatus, completeTwoFactorReset }),
    serve(ScaChallengeService, { openScaChallenge, proveScaChallenge, resendScaChallenge, getScaStatus }),
    serve(DelegatedKeyDirectoryService, {
      bindFundingSource,
      unbindFundingSource,
      findPayingSources,
      stampCardPayment,
    }),
    serve(CredentialDirectoryService, {
      ensureEmailCredential,
      examineContactChange,
      prepareContactChange,
      commitContactChange,
      cancelContactChange,
      removeCustomerCredentials,
    }),
  ],
  reset: { keeps: ['api_token', 'api_client', 'failed_attempt', 'operator_entry'] },
  copy: { leaves: { api_token: 'a fork has credentials of its own', failed_attempt: 'it counts attempts with API tokens' } },
  migrations: [authTables],
  placements: {
    api_client: { column: 'client_id', of: 'client ids of API tokens' },
    operator: { rows: 'one for each credential of an operator' },
    operator_entry: { rows: 'one log: the chain of all calls of operators' },
    quorum_key: { rows: 'one for each environment' },
  },
  checks: [
    check(CreateTokenRequestSchema, checkNewToken),
    check(CreateCredentialRequestSchema, checkNewPasskey),
    check(CreateCredentialRequestSchema, checkNewOauth),
    check(VerifyCredentialRequestSchema, checkOauthProof),
    check(ListDelegatedKeysRequestSchema, checkKeyFilter),
    check(CompleteScaLoginRequestSchema, checkLoginProof),
  ],
  entities,
  tables,
  open: openParts,
  close: async ({ delivery, outbound }) => void (await Promise.all([delivery.close(), outbound.close()])),
  jobs: {
    [adoptPhoneKind]: handleAdoptPhone,
    'expire-otp': expireOtp,
    [settleOtpKind]: settleOtp,
    [settleRequestKind]: settleRequest,
  },
  sealed: [...sealedCodes, sealedQuorumKeys, ...sealedRequests],
  personalRecords,
  outside,
  retention,
  sweeps: [
    { name: 'failures', everyMs: 60_000, run: ({ store, wall }) => store.failures.sweep(wall.now()) },
    { name: 'anchor the log of operators', everyMs: 60_000, run: anchorLog },
  ],
});

function openParts({ database, secrets, settings, wall }: Kit) {
  const outbound = openOutbound();
  const keySets = openKeySets(outbound, wall);
  return {
    store: openAuthStore(database, secrets),
    delivery: openDelivery(settings),
    settlement: openSettlement(settings),
    outbound,
    keySets,
    sandboxLiveness: sandboxLiveness(settings.sandboxTimeScale),
    anchors: openAnchors(settings, outbound),
    anchored: { sequence: 0n },
    unknownClients: unknownClients(),
    secrets,
    settings,
    wall,
    life: database.life,
  };
}
