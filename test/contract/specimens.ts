// One valid request for each operation.
import { scaCode } from '../kit/european.ts';
import { quoteBody } from '../kit/payments.ts';
import type { RestOptions } from '../kit/rest.ts';
import { walletKey } from '../kit/wallet-client.ts';
import { byWire, fromWallet } from '../services/stablecoins/operations-world.ts';
import { token } from '../services/stablecoins/stablecoins-world.ts';
import type { Things } from './things.ts';
import { agent, bankAccount, cardMessage, csvForm, customer, form, harmlessFault, owner } from './valid-bodies.ts';

export interface Specimen {
  /** In the path. */
  readonly id?: string;
  /** If the path has several. */
  readonly idsByName?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly payload?: NonNullable<RestOptions['payload']>;
}

/** Operations that need only their path have none. */
export const specimens: Readonly<Record<string, (things: Things) => Specimen>> = {
  createToken: () => ({ body: { name: 'contract', permissions: ['MANAGE'] } }),
  updateConfig: () => ({ body: { embeddedWalletConfig: { appName: 'Contract', otpLength: 6 } } }),
  createCustomer: () => ({ body: customer() }),
  updateCustomer: () => ({ body: { customerType: 'INDIVIDUAL', fullName: 'Ada King' } }),
  registerStablecoin: ({ stablecoinProviderAccountId }) => ({ body: { ...token(), stablecoinProviderAccountId } }),
  createStablecoinMint: ({ issuerWalletId: walletId }) => ({ body: byWire({ walletId }) }),
  createStablecoinBurn: ({ issuerBankId: bankId }) => ({ body: fromWallet({ bankId }) }),
  sendEmailVerification: ({ reachableId }) => ({ id: reachableId }),
  sendPhoneVerification: ({ reachableId }) => ({ id: reachableId }),
  confirmEmailVerification: ({ provenId }) => ({ id: provenId, body: { code: '123456' } }),
  confirmPhoneVerification: ({ provenId }) => ({ id: provenId, body: { code: '123456' } }),
  listCustomerInternalAccounts: ({ customerId }) => ({ query: { customerId } }),
  createExternalAccount: ({ customerId }) => ({ body: { customerId, ...bankAccount() } }),
  createPlatformExternalAccount: () => ({ body: bankAccount() }),
  getPlatformExternalAccount: ({ ownAccountId }) => ({ id: ownAccountId }),
  deletePlatformExternalAccount: ({ ownAccountId }) => ({ id: ownAccountId }),
  createExternalAccountOwnershipChallenge: ({ unprovenWalletId }) => ({ id: unprovenWalletId, body: { method: 'LIVENESS' } }),
  verifyExternalAccountOwnership: ({ challengedWalletId }) => ({
    id: challengedWalletId,
    body: { signature: 'sandbox-valid-ownership-signature' },
  }),
  createPlatformExternalAccountOwnershipChallenge: ({ ownUnprovenWalletId }) => ({
    id: ownUnprovenWalletId,
    body: { method: 'LIVENESS' },
  }),
  verifyPlatformExternalAccountOwnership: ({ ownChallengedWalletId }) => ({
    id: ownChallengedWalletId,
    body: { signature: 'sandbox-valid-ownership-signature' },
  }),
  createBeneficialOwner: ({ businessId }) => ({ body: owner(businessId) }),
  updateBeneficialOwner: () => ({ body: { ownershipPercentage: 40, personalInfo: { lastName: 'Murray' } } }),
  listBeneficialOwners: ({ businessId }) => ({ query: { customerId: businessId } }),
  uploadDocument: ({ undecidedId }) => ({ payload: form({ documentHolder: undecidedId }) }),
  replaceDocument: () => ({ payload: form({}) }),
  uploadCustomersCsv: () => ({ payload: csvForm() }),
  createVerification: ({ undecidedId }) => ({ body: { customerId: undecidedId } }),
  createKycLink: () => ({ body: { redirectUri: 'https://platform.example/back' } }),
  listExternalAccounts: ({ customerId }) => ({ query: { customerId } }),
  createQuote: ({ accountId, externalAccountId }) => ({
    body: quoteBody({ from: accountId, to: externalAccountId, amount: 100 }),
  }),
  listTransactions: ({ customerId }) => ({ query: { customerId } }),
  reportBalances: () => ({ query: { at: '2026-01-01T00:00:00.000Z' } }),
  reportStatement: ({ accountId }) => ({
    query: { accountId, from: '2025-12-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
  }),
  listExchangeRates: () => ({ query: { sourceCurrency: 'USD', destinationCurrency: 'EUR' } }),
  listSessions: ({ walletId }) => ({ query: { accountId: walletId } }),
  refreshSession: () => ({ body: { clientPublicKey: walletKey().compressed } }),
  listCredentials: ({ walletId }) => ({ query: { accountId: walletId } }),
  createCredential: ({ walletId }) => ({ body: { type: 'SMS_OTP', accountId: walletId } }),
  createCard: ({ customerId, accountId }) => ({
    body: { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId], maxSpendPerTransaction: 5_000 },
  }),
  simulateCardAuthorization: () => ({ body: cardMessage() }),
  simulateCardFinancialAuthorization: () => ({ body: cardMessage() }),
  simulateCardCreditAuthorization: () => ({ body: cardMessage() }),
  simulateCardCreditAuthorizationAdvice: () => ({ body: cardMessage() }),
  simulateCardFinancialCreditAuthorization: () => ({ body: cardMessage() }),
  simulateCardBalanceInquiry: () => ({ body: { merchant: cardMessage().merchant } }),
  simulateCardClearing: ({ fundedCardId: id, openPaymentId }) => ({
    id,
    body: { cardTransactionId: openPaymentId, amount: 40 },
  }),
  simulateCardReturn: ({ fundedCardId: id, settledPaymentId }) => ({
    id,
    body: { cardTransactionId: settledPaymentId, amount: 1 },
  }),
  simulateCardReturnReversal: ({ fundedCardId: id, refundedPaymentId }) => ({
    id,
    body: { cardTransactionId: refundedPaymentId },
  }),
  simulateCardAuthorizationAdvice: ({ fundedCardId: id, advisedPaymentId }) => ({
    id,
    body: { cardTransactionId: advisedPaymentId, amount: 80 },
  }),
  updateCard: () => ({ body: { maxSpendPerTransaction: 5_000 } }),
  createDelegatedKey: ({ cardId, walletId }) => ({ body: { cardId, internalAccountId: walletId, nickname: 'Groceries' } }),
  listDelegatedKeys: ({ walletId, fundingSourceId }) => ({ query: { accountId: walletId, fundingSourceId } }),
  updateInternalAccount: ({ walletId }) => ({ id: walletId, body: { privateEnabled: true } }),
  exportInternalAccount: ({ walletId }) => ({ id: walletId, body: { clientPublicKey: walletKey().uncompressed } }),
  createInvitation: ({ umaAddress }) => ({ body: { inviterUma: umaAddress, amountToSend: 100 } }),
  getInvitation: ({ invitation }) => ({ id: invitation }),
  claimInvitation: ({ invitation }) => ({ id: invitation, body: { inviteeUma: '$grace@uma.example' } }),
  cancelInvitation: ({ secondInvitation }) => ({ id: secondInvitation }),
  lookupUma: () => ({ id: '$success.usd@sandbox.uma.example' }),
  estimateWithdrawalFee: ({ walletId }) => ({
    body: {
      internalAccountId: walletId,
      currency: 'USDB',
      cryptoNetwork: 'SPARK',
      amount: 10_000_000,
      destinationAddress: `sparkrt1${'q'.repeat(62)}`,
    },
  }),
  cancelTransaction: ({ cancellableId }) => ({ id: cancellableId }),
  startBeneficiaryTrust: ({ europeanBankId }) => ({ id: europeanBankId }),
  confirmBeneficiaryTrust: ({ trustAskedId }) => ({ id: trustAskedId, body: { code: scaCode } }),
  startBeneficiaryUntrust: ({ europeanBankId }) => ({ id: europeanBankId }),
  confirmBeneficiaryUntrust: ({ untrustAskedId }) => ({ id: untrustAskedId, body: { code: scaCode } }),
  authorizeQuote: ({ waitingQuoteId }) => ({ id: waitingQuoteId, body: { code: scaCode } }),
  resendQuoteScaCode: ({ waitingQuoteId }) => ({ id: waitingQuoteId }),
  listScaFactors: ({ europeanId }) => ({ query: { customerId: europeanId } }),
  startScaFactorEnrollment: ({ europeanId }) => ({ query: { customerId: europeanId }, body: { type: 'TOTP' } }),
  confirmScaFactorEnrollment: ({ loggingInId, totpSecret }) => ({
    query: { customerId: loggingInId },
    body: { type: 'TOTP', secret: totpSecret, code: scaCode },
  }),
  deleteScaFactor: ({ europeanId, passkeyId }) => ({ id: passkeyId, query: { customerId: europeanId } }),
  startTwoFactorReset: ({ loggingInId }) => ({ query: { customerId: loggingInId }, body: { factor: 'SMS_OTP' } }),
  getTwoFactorResetStatus: ({ europeanId }) => ({ query: { customerId: europeanId } }),
  completeTwoFactorReset: ({ europeanId }) => ({ query: { customerId: europeanId } }),
  startScaLogin: ({ europeanId }) => ({ query: { customerId: europeanId }, body: { factor: 'SMS_OTP' } }),
  completeScaLogin: ({ loggingInId, loginId }) => ({
    query: { customerId: loggingInId },
    body: { factor: 'SMS_OTP', challengeId: loginId, code: scaCode, endUserIpAddress: '198.51.100.7' },
  }),
  recordSecurityEvent: ({ loggingInId }) => ({
    query: { customerId: loggingInId },
    body: { eventType: 'RESET_PASSWORD_COMPLETED' },
  }),
  createTransferIn: ({ dollarBankId, accountId }) => ({
    body: { source: { accountId: dollarBankId }, destination: { accountId }, amount: 100 },
  }),
  createTransferOut: ({ dollarBankId, accountId }) => ({
    body: { source: { accountId }, destination: { accountId: dollarBankId }, amount: 100 },
  }),
  sendSandboxFunds: ({ pushedQuoteId }) => ({ body: { quoteId: pushedQuoteId, currencyCode: 'USD' } }),
  confirmReceiptDelivery: ({ completedId }) => ({ id: completedId }),
  receiveUmaPayment: ({ umaAddress }) => ({
    body: {
      senderUmaAddress: '$success.usd@sandbox.uma.example',
      receiverUmaAddress: umaAddress,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1_000,
    },
  }),
  createAgent: ({ customerId }) => ({ body: agent(customerId) }),
  updateAgent: () => ({ body: { name: 'Payroll', isPaused: true } }),
  updateAgentPolicy: () => ({ body: { permissions: ['VIEW_TRANSACTIONS'] } }),
  getAgentDeviceCodeStatus: ({ deviceCode }) => ({ id: deviceCode }),
  redeemAgentDeviceCode: ({ deviceCode }) => ({ id: deviceCode }),
  approveAgentAction: ({ waitingAgentId, actionId }) => ({ idsByName: { agentId: waitingAgentId, actionId } }),
  rejectAgentAction: ({ waitingAgentId, secondActionId }) => ({
    idsByName: { agentId: waitingAgentId, actionId: secondActionId },
    body: { reason: 'Not this month.' },
  }),
  agentCreateQuote: ({ accountId, externalAccountId }) => ({
    body: quoteBody({ from: accountId, to: externalAccountId, amount: 100 }),
  }),
  agentGetQuote: ({ agentQuoteId }) => ({ id: agentQuoteId }),
  agentExecuteQuote: ({ agentQuoteId }) => ({ id: agentQuoteId }),
  agentCreateTransferIn: ({ dollarBankId, accountId }) => ({
    body: { source: { accountId: dollarBankId }, destination: { accountId }, amount: 100 },
  }),
  agentCreateTransferOut: ({ dollarBankId, accountId }) => ({
    body: { source: { accountId }, destination: { accountId: dollarBankId }, amount: 100 },
  }),
  agentCreateExternalAccount: () => ({ body: bankAccount() }),
  agentDeleteExternalAccount: ({ dollarBankId }) => ({ id: dollarBankId }),
  fundInternalAccount: () => ({ body: { amount: 1_000 } }),
  debitInternalAccount: () => ({ body: { amount: 1 } }),
  createFault: () => ({ body: harmlessFault }),
  advanceClock: () => ({ body: { seconds: 1 } }),
};
