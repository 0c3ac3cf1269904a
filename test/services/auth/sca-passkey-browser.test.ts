// Passkeys as factors in a real browser, which takes the options and returns the responses unchanged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { developer } from '../../kit/browser-passkey.ts';
import { addAuthenticator, type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { newEuropean, newIban } from '../../kit/european.ts';
import { quoteBody } from '../../kit/payments.ts';
import { type SharedWorld, sharedWorld } from '../../kit/shared-world.ts';
import { ip } from './sca-applicants.ts';

const where = chromiumPath ?? '';
const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';
const { origin } = developer;

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let world: SharedWorld;
  let browser: Browser;
  beforeAll(async () => {
    world = await sharedWorld();
    browser = await openBrowser(where);
    await addAuthenticator(browser);
    await browser.page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Bank</title>' }));
    await browser.page.goto(`${origin}/`);
  });
  afterAll(() => browser?.close());

  test('a passkey is enrolled, logs in, trusts a payee, and authorizes a payment', async () => {
    const { customerId, accountId } = await newEuropean(world.rest, { currencies: ['EUR', 'USD'] });
    const sca = (path: string, body: object) => world.rest('POST', `/sca/${path}?customerId=${customerId}`, { body });
    const prove = async (options: object) => ({ passkeyAssertion: await browser.page.evaluate(get, options), origin });

    const { body: started } = await sca('factors', { type: 'PASSKEY' });
    const credential = await browser.page.evaluate(create, started.options);
    const enrolled = await sca('factors/confirm', { type: 'PASSKEY', origin, credential });

    const { body: login } = await sca('login/start', { factor: 'PASSKEY' });
    const proof = await prove(login.passkeyOptions);
    const loggedIn = await sca('login/complete', { factor: 'PASSKEY', endUserIpAddress: ip, ...proof });

    const to = await newIban(world.rest, customerId);
    const trust = await world.rest('POST', `/customers/external-accounts/${to}/trust`);
    const trusted = await world.rest('POST', `/customers/external-accounts/${to}/trust/confirm`, {
      body: await prove(trust.body.scaChallenge.passkeyAssertionOptions),
    });

    const other = await newIban(world.rest, customerId);
    const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: accountId, to: other }) });
    const waiting = await world.rest('POST', `/quotes/${quote.id}/execute`, { body: { scaFactor: 'PASSKEY' } });
    const paid = await world.rest('POST', `/quotes/${quote.id}/authorize`, {
      body: await prove(waiting.body.scaChallenge.passkeyAssertionOptions),
    });

    expect([enrolled.status, enrolled.body.factor.credentialId]).toEqual([200, credential.id]);
    expect([loggedIn.status, trusted.body, paid.body.status]).toEqual([200, { trusted: true }, 'COMPLETED']);
    const again = await sca('login/complete', { factor: 'PASSKEY', endUserIpAddress: ip, ...proof });
    expect(again.status).toBe(400);
  });
});

/** Runs in the page. */
async function create(options: object) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as RegistrationResponseJSON;
}

/** Runs in the page. */
async function get(options: object) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const made = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return made.toJSON() as AuthenticationResponseJSON;
}
