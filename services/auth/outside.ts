// The parties outside the installation that the auth service uses.
import { publicIssuers } from '../kit/core/providers.ts';
import { type OutsideParty, providerParty } from '../kit/service/outside.ts';
import type { Settings } from '../kit/service/service.ts';
import type { AuthContext } from './context.ts';

export function outside({ smtpUrl, smsHookUrl, serviceUrls, oidcIssuers, mode }: Settings): OutsideParty<AuthContext>[] {
  const own = mode === 'production' ? (oidcIssuers ?? []).filter((issuer) => !publicIssuers.includes(issuer)) : [];
  return [
    ...(smtpUrl === undefined ? [] : [mail]),
    ...(smsHookUrl === undefined ? [] : [text]),
    ...(serviceUrls?.has('liveness') ? [liveness] : []),
    ...own.map(identityProvider),
  ];
}

const mail: OutsideParty<AuthContext> = {
  name: 'mail server',
  setting: 'SMTP_URL',
  ask: ({ delivery }) => delivery.checkMail(),
  advice: 'Check the address, the user and the password.',
};

const text: OutsideParty<AuthContext> = {
  name: 'text messages',
  setting: 'SMS_HOOK_URL',
  ask: ({ delivery }) => delivery.checkText(),
  advice: 'Check the address, the user and the password.',
};

const liveness = providerParty<AuthContext>('liveness', ({ clients, ids }) =>
  clients.liveness.getCheck({ checkId: `TwoFactorReset:${ids.next()}` }),
);

const identityProvider = (issuer: string): OutsideParty<AuthContext> => ({
  name: `identity provider ${issuer}`,
  setting: 'OIDC_ISSUERS',
  ask: ({ keySets }) => keySets.check(issuer),
  advice: 'Its discovery document must be reachable and name this issuer.',
});
