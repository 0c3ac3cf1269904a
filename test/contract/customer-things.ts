// Customers whose verification or authentication is under way, by the names that requests use.
import { enrollPasskey } from '../kit/browser-passkey.ts';
import { logIn, newEuropean, newIban } from '../kit/european.ts';
import type { Rest } from '../kit/rest.ts';
import { executed } from './payment-things.ts';
import { business, csvForm, customer, form, owner } from './valid-bodies.ts';

/** Customers to verify, and verifications of them. */
export async function makeApplicants(rest: Rest) {
  const { body: firm } = await rest('POST', '/customers', { body: business() });
  const { body: person } = await rest('POST', '/beneficial-owners', { body: owner(firm.id) });
  const { body: undecided } = await rest('POST', '/customers', { body: { ...customer(), fullName: 'Ada Lovelace 003' } });
  const european = async () => (await rest('POST', '/customers', { body: { ...customer(), region: 'DE' } })).body.id;
  const { body: job } = await rest('POST', '/customers/bulk/csv', { payload: csvForm() });
  const { body: paper } = await rest('POST', '/documents', { payload: form({ documentHolder: undecided.id }) });
  const { body: verification } = await rest('POST', '/verifications', { body: { customerId: undecided.id } });
  return {
    businessId: firm.id,
    beneficialOwnerId: person.id,
    undecidedId: undecided.id,
    reachableId: await european(),
    provenId: await european(),
    documentId: paper.id,
    verificationId: verification.id,
    jobId: job.jobId,
  };
}

/** Customers with strong customer authentication, and what waits for it. */
export async function makeEuropeans(rest: Rest) {
  const { customerId: europeanId, accountId } = await newEuropean(rest);
  await logIn(rest, europeanId);
  const trustAskedId = await newIban(rest, europeanId);
  await rest('POST', `/customers/external-accounts/${trustAskedId}/trust`);
  const untrustAskedId = await newIban(rest, europeanId);
  await rest('POST', `/customers/external-accounts/${untrustAskedId}/untrust`);
  const europeanBankId = await newIban(rest, europeanId);
  const waitingQuoteId = await executed(rest, { from: accountId, to: europeanBankId });
  const { customerId: loggingInId } = await newEuropean(rest, { amount: 0 });
  const enrollment = await rest('POST', `/sca/factors?customerId=${loggingInId}`, { body: { type: 'TOTP' } });
  const login = await rest('POST', `/sca/login/start?customerId=${loggingInId}`, { body: { factor: 'SMS_OTP' } });
  const { credentialId: passkeyId } = await enrollPasskey(rest, europeanId);
  return {
    europeanId,
    europeanBankId,
    passkeyId,
    resetId: (await rest('POST', `/sca/factors/reset?customerId=${europeanId}`, { body: { factor: 'PASSKEY' } })).body.resetId,
    trustAskedId,
    untrustAskedId,
    waitingQuoteId,
    loggingInId,
    loginId: login.body.challengeId,
    totpSecret: enrollment.body.secret,
  };
}
