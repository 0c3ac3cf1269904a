// The hosted page in a real browser, on a phone's screen: an individual and a business until their verification.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VerificationDirectoryService, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { patienceMs } from '../../kit/patience.ts';
import type { Tenant } from '../../kit/platform.ts';
import { type CustomersWorld, startCustomers } from '../../services/customers/customers-world.ts';
import { complaintsOf, fill, newLink, overflows, picture, press, pressToLeave } from './hosted-page.ts';

const where = chromiumPath ?? '';
const redirectUri = 'https://platform.example/verified';
const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let world: CustomersWorld;
  let platform: Tenant;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    world = await startCustomers({ mode: 'production' });
    platform = await world.newPlatform({ regulated: false });
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(where);
    browser.page.setDefaultTimeout(patienceMs);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const show = async (customerId: string) => (await platform.rest('GET', `/customers/${customerId}`)).body;

  /** The reviewer's decision on the only submission of a customer. */
  async function decide(customerId: string, verificationStatus: VerificationStatus) {
    const { body } = await platform.rest('GET', `/verifications?customerId=${customerId}`);
    const directory = platform.internal(VerificationDirectoryService);
    await directory.decideVerification({ verificationId: body.data[0].id, verificationStatus, errors: [] });
    return body.data.length;
  }

  /** On a phone and on a desktop, in light and dark mode. */
  async function audit(name: string) {
    const { page } = browser;
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 740 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const shown = `${name}-${width}-${colorScheme}`;
        await picture(page, shown);
        expect(await complaintsOf(page), shown).toEqual([]);
        expect(await overflows(page), shown).toBe(false);
      }
    }
  }

  async function newCustomer(body: object): Promise<string> {
    const { body: customer } = await platform.rest('POST', '/customers', { body });
    return customer.id;
  }

  test('an individual sees what is missing, enters it, and is verified', async () => {
    const { page } = browser;
    const customerId = await newCustomer({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', nationality: 'GB' });
    await page.goto(origin + (await newLink(platform, customerId, { redirectUri })));
    await audit('individual');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Ada Lovelace');

    await press(page, 'Submit for verification');

    const summary = page.getByRole('alert');
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Date of birth is missing',
      'Type of identification is missing',
      'Identification number is missing',
      'Address is missing',
      'An identity document is required',
    ]);
    await audit('individual-problems');
    await summary.getByRole('link', { name: 'Date of birth is missing' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('birthDate');

    await fill(page, 'About you', {
      'Date of birth': '1990-12-10',
      'Type of identification number': 'Social Security number (SSN)',
      'Identification number': '123-45-6789',
    });
    await fill(page, 'Address', {
      'Street and number': '1 Main St',
      City: 'Springfield',
      'Postal code': '62701',
      Country: 'United States',
    });
    await fill(page, 'Identity document', {
      'Type of document': 'Passport',
      'Issuing country': 'United Kingdom',
      File: 'passport.pdf',
    });
    await press(page, 'Submit for verification');
    await page.getByText('passport.pdf is attached.').waitFor();
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toContain('Document number is required.');
    await audit('individual-attached');
    await fill(page, 'About you', { 'Identification number': '123-45-6789' });
    await fill(page, 'Identity document', { 'Document number': 'P1123581', 'Issuing authority': 'HMPO' });
    await pressToLeave(page, 'Submit for verification', redirectUri);
    const { body: documents } = await platform.rest('GET', `/documents?documentHolder=${customerId}`);
    expect(documents.data).toMatchObject([{ fileName: 'passport.pdf', country: 'GB', documentNumber: 'P1123581' }]);

    expect((await show(customerId)).kycStatus).toBe('PENDING');
    expect(await decide(customerId, VerificationStatus.APPROVED)).toBe(1);
    expect((await show(customerId)).kycStatus).toBe('APPROVED');
  });

  test('a business enters its owners on one page, adds their documents, and is verified with them', async () => {
    const { page } = browser;
    const businessInfo = { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' };
    const customerId = await newCustomer({ customerType: 'BUSINESS', businessInfo });
    await page.goto(origin + (await newLink(platform, customerId, { redirectUri })));

    await fill(page, 'The business', {
      'Registration number': 'HRB 100',
      'Countries of operation': ['United States', 'Canada'],
    });
    await fill(page, 'Address', headquarters);
    for (const [group, type] of Object.entries(papers)) {
      const fields = { 'Type of document': type, 'Issuing country': 'United States', File: 'paper.pdf' };
      await fill(page, group, fields);
    }
    await fill(page, 'First person', owner('Grace', 'Hopper', 'United States'));
    await page.getByText('Add another person').first().click();
    await fill(page, 'Second person (optional)', owner('Alan', 'Turing', 'United Kingdom'));
    await audit('business-typed');
    await press(page, 'Submit for verification');
    await page.getByRole('alert').waitFor();
    await audit('business-problems');
    const passport = { 'Document number': 'P1123581', 'Issuing authority': 'HMPO', File: 'passport.pdf' };
    await fill(page, 'Alan Turing: passport', { 'Issuing country': 'United Kingdom', ...passport });
    await press(page, 'Submit for verification');
    await page.getByRole('alert').waitFor();
    const side = {
      'Type of document': 'National ID',
      'Issuing country': 'France',
      'Document number': 'N-1',
      'Issuing authority': 'Paris',
    };
    await fill(page, 'Alan Turing: identity document', { ...side, 'Side (optional)': 'Front', File: 'front.pdf' });
    await press(page, 'Submit for verification');
    await page.getByRole('alert').waitFor();
    await picture(page, 'business-other-side');
    const other = { 'Document number': 'N-1', File: 'back.pdf' };
    await fill(page, 'Alan Turing: the other side of the document', other);
    await pressToLeave(page, 'Submit for verification', redirectUri);

    expect((await show(customerId)).kybStatus).toBe('PENDING');
    await decide(customerId, VerificationStatus.APPROVED);
    const { kybStatus, beneficialOwners } = await show(customerId);
    expect(kybStatus).toBe('APPROVED');
    expect(beneficialOwners.map(({ personalInfo, kycStatus }: Owner) => [personalInfo.lastName, kycStatus]).sort()).toEqual([
      ['Hopper', 'APPROVED'],
      ['Turing', 'APPROVED'],
    ]);
  });

  test('the keyboard alone is enough, in the order of the page', async () => {
    const { page } = browser;
    const customerId = await newCustomer({ customerType: 'INDIVIDUAL' });
    await page.goto(origin + (await newLink(platform, customerId)));
    const order: string[] = [];

    for (let presses = 0; presses < 40 && order.at(-1) !== 'submit'; presses++) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const { id, value } = document.activeElement as HTMLInputElement;
        return id || value;
      });
      if (order.at(-1) !== place) order.push(place);
    }

    const fields = await page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=hidden]), select')].map(({ id }) => id),
    );
    expect(order).toEqual([...fields, 'submit']);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });

  test('a used link says so', async () => {
    const { page } = browser;
    const customerId = await newCustomer({ customerType: 'INDIVIDUAL' });
    const link = await newLink(platform, customerId);
    world.wall.advance(24 * 60 * 60 * 1000);

    const answer = await page.goto(origin + link);

    expect(answer?.status()).toBe(410);
    expect(await page.getByRole('heading').textContent()).toBe('This link is no longer valid');
    await audit('used-up');
  });
});

interface Owner {
  readonly personalInfo: { readonly lastName: string };
  readonly kycStatus: string;
}

const papers = {
  'Proof that the business exists': 'Certificate of incorporation',
  'Proof of who controls the business': 'Director registry',
  'Proof of who owns the business': 'Shareholder register',
  'Proof of address': 'Utility bill',
};

const headquarters = { 'Street and number': '1 Main St', City: 'Springfield', 'Postal code': '62701', Country: 'United States' };

const owner = (firstName: string, lastName: string, nationality: string) => ({
  'First name': firstName,
  'Last name': lastName,
  'Date of birth': '1980-12-09',
  Nationality: nationality,
  'Type of identification number': 'Social Security number (SSN)',
  'Identification number': '187-65-4321',
  Roles: ['Owner', 'Control person'],
  'Ownership in percent': '50',
  ...headquarters,
});
