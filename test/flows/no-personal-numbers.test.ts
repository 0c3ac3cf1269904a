// Personal data of people and businesses (names, contacts, numbers) and scans of documents are visible only to callers who may
// read them: not in log lines, events, columns or files, in success and in failure.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openCanary, overheard, type Seen, valuesIn } from '../kit/canary.ts';
import { startProcess } from '../kit/launch.ts';
import { eventually } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { csv, firm, upload as uploadCsv } from '../services/customers/csv-files.ts';
import { address, owner } from '../services/customers/customers-world.ts';
import { businessPapers, form, upload } from '../services/customers/documents.ts';
import { flowDatabase } from './flow-database.ts';

/** Hidden unless requested; hidden in answers as well; and visible in answers and events, but not in columns or logs. */
const [canary, untold, stored] = [openCanary(), openCanary(), openCanary()];
const seen: Seen[] = [];
const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-canary-'));
const DATABASE_URL = await flowDatabase();
const PUBLIC_URL = 'http://localhost'; // the host of the addresses in a file
const platform = await startProcess({ env: { DATABASE_URL, DATA_DIR, PUBLIC_URL, LOG_LEVEL: 'trace' } });
const receiver = await startReceiver();
const rest = overheard(restAt(platform.origin), seen);
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
const database = new Client({ connectionString: DATABASE_URL });
await database.connect();
afterAll(async () => {
  await database.end();
  rmSync(DATA_DIR, { recursive: true });
});

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

const letters = () => Array.from({ length: 12 }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('');

/** A United States number that no answer contains. */
function hiddenSsn(name: string): string {
  const number = `${digits(3)}-${digits(2)}-${digits(4)}`;
  canary.hide(name, number);
  untold.hide(name, number);
  return number;
}

function hidden(name: string, number: string): string {
  canary.hide(name, number);
  return number;
}

/** A number of a business resource, which its events show in full. */
function hiddenAtRest(name: string, number: string): string {
  stored.hide(name, number);
  return number;
}

/** The scan of a document, half of it random. */
function scan(name: string): Buffer {
  const chance = randomBytes(32);
  canary.hide(`the bytes of ${name}`, chance);
  untold.hide(`the bytes of ${name}`, chance);
  return Buffer.concat([Buffer.from('%PDF-1.7 '), chance]);
}

const keyed = (name: string) => ({ 'idempotency-key': `canary-${name}` });

async function newLink(customerId: string): Promise<URL> {
  const { body } = await restAt(platform.origin)('POST', `/customers/${customerId}/kyc-link`, { headers: keyed(customerId) });
  const { pathname } = new URL(body.kycUrl);
  hidden('the token of a link', pathname.slice('/kyc/'.length));
  return new URL(pathname, platform.origin);
}

/** Submits the hosted page, and records the response. */
async function sendPage(url: URL, payload: FormData): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body: payload, redirect: 'manual' });
  seen.push({ place: `the page ${answer.status}`, content: await answer.text() });
  return answer.status;
}

test('an individual submits numbers and documents, over REST and on the page', async () => {
  const contacts = {
    email: hiddenAtRest('an e-mail address', `${letters()}@example.com`),
    phoneNumber: hiddenAtRest('a telephone number', `+1415${digits(7)}`),
  };
  const fullName = hiddenAtRest('the name of an individual', `Ada ${letters()} 001`);
  const person = { customerType: 'INDIVIDUAL', fullName, idType: 'SSN', currencies: ['USD'], ...contacts };
  const identifier = hiddenSsn('the identifier of an individual');
  const { body: customer } = await rest('POST', '/customers', { body: { ...person, identifier }, headers: keyed('individual') });
  const again = { customerType: 'INDIVIDUAL', idType: 'SSN', identifier: hiddenSsn('a changed identifier') };
  const wrong = { ...again, identifier: `${hiddenSsn('a wrong identifier')}0` };
  const issuingAuthority = hiddenAtRest('an authority', `Office of ${letters()}`);
  const passport = { issuingAuthority, documentNumber: hidden('the number of a passport', `P${digits(9)}`) };
  const { body: document } = await rest('POST', '/documents', {
    payload: form({ fields: { documentHolder: customer.id, ...passport }, bytes: scan('a passport') }),
  });
  const other = { documentNumber: hidden('the number of another passport', `P${digits(9)}`) };
  const link = await newLink(customer.id);
  const page = new FormData();
  page.append('identifier', hiddenSsn('an identifier on the page'));
  const bad = new FormData();
  bad.append('identifier', `${hiddenSsn('a wrong identifier on the page')}0`);

  const answers = [
    await rest('PATCH', `/customers/${customer.id}`, { body: again }),
    await rest('PATCH', `/customers/${customer.id}`, { body: wrong }),
    await rest('PUT', `/documents/${document.id}`, { payload: form({ fields: other, bytes: scan('another passport') }) }),
    await rest('POST', '/documents', {
      payload: form({ fields: { documentHolder: customer.id, country: 'XX', ...passport }, bytes: scan('a refused passport') }),
    }),
    await upload(rest, customer.id, { bytes: scan('an unreadable passport'), name: 'low_quality.pdf' }),
    await rest('POST', '/verifications', { body: { customerId: customer.id } }),
    await rest('GET', `/customers/${customer.id}`),
    await rest('GET', '/customers'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400, 400, 200, 200, 200]);
  expect([await sendPage(link, bad), await sendPage(link, page)]).toEqual([422, 200]);
});

test.each(['HRB 003', 'HRB 002', 'HRB 100'])('a business with the number %s is submitted with its owners', async (number) => {
  const taxId = hiddenAtRest(`the tax number of ${number}`, `12-${digits(7)}`);
  const legalName = hiddenAtRest(`the name of ${number}`, `Acme ${letters()}`);
  const businessInfo = { legalName, country: 'US', taxId, incorporatedOn: '2015-04-01' };
  const details = { registrationNumber: number, countriesOfOperation: ['US'] };
  const body = { customerType: 'BUSINESS', address, businessInfo: { ...businessInfo, ...details } };
  const { body: firm } = await rest('POST', '/customers', { body, headers: keyed(number) });
  const identifier = hiddenAtRest(`an owner's identifier of ${number}`, `${digits(3)}-${digits(2)}-${digits(4)}`);
  const { body: person } = await rest('POST', '/beneficial-owners', {
    body: owner(firm.id, { identifier, firstName: hiddenAtRest(`an owner of ${number}`, letters()) }),
    headers: keyed(`owner ${number}`),
  });
  const changed = {
    personalInfo: { identifier: hiddenAtRest(`a changed one of ${number}`, `${digits(3)}-${digits(2)}-${digits(4)}`) },
  };
  await rest('PATCH', `/beneficial-owners/${person.id}`, { body: changed });
  for (const documentType of businessPapers)
    await upload(rest, firm.id, { fields: { documentType }, bytes: scan(`${documentType} of ${number}`) });

  const { status } = await rest('POST', '/verifications', { body: { customerId: firm.id } });

  expect(status).toBe(200);
});

test('an import file contains numbers, and a scan is uploaded in parts', async () => {
  const good = firm('canary-good', { businessTaxId: hidden('a tax number in a file', `12-${digits(7)}`) });
  const bad = firm('canary-bad', { businessTaxId: `${hiddenSsn('a wrong tax number in a file')}#` });
  const { body: accepted } = await uploadCsv(rest, csv([good, bad]));
  const job = await eventually(
    async () => (await rest('GET', `/customers/bulk/jobs/${accepted.jobId}`)).body,
    ({ completedAt }) => completedAt,
  );
  const { body: customer } = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada 001' } });
  const bytes = Buffer.concat([scan('the beginning of a large scan'), Buffer.alloc(2_500_000, 'x'), scan('its end')]);

  const { status } = await upload(rest, customer.id, { bytes });

  expect(job.progress).toEqual({ total: 2, processed: 2, successful: 1, failed: 1 });
  expect(status).toBe(201);
});

test.each(['customer', 'beneficial_owner', 'document', 'verification', 'kyc_link'])(
  'without the table %s calls fail, without echoing their input',
  async (table) => {
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001', idType: 'SSN' };
    const { body: customer } = await rest('POST', '/customers', { body: person });
    const { body: firm } = await rest('POST', '/customers', {
      body: {
        customerType: 'BUSINESS',
        businessInfo: {
          legalName: 'Acme',
          country: 'US',
          taxId: hiddenAtRest('a tax number', `12-${digits(7)}`),
          incorporatedOn: '2015-04-01',
        },
      },
    });
    const link = await newLink(customer.id);
    await database.query(`alter table customers.${table} rename to hidden`);

    const answers = [
      await rest('POST', '/customers', { body: { ...person, identifier: hiddenSsn(`an identifier without ${table}`) } }),
      await rest('POST', '/beneficial-owners', {
        body: owner(firm.id, { identifier: hiddenAtRest('one that is lost', `${digits(3)}-${digits(2)}-${digits(4)}`) }),
      }),
      await upload(rest, customer.id, {
        fields: { documentNumber: hidden('a lost number', `P${digits(9)}`) },
        bytes: scan('a lost scan'),
      }),
      await rest('POST', '/verifications', { body: { customerId: firm.id } }),
    ];
    const page = new FormData();
    page.append('identifier', hiddenSsn(`one on the page without ${table}`));
    const paged = await sendPage(link, page);
    await database.query(`alter table customers.hidden rename to ${table}`);

    expect([...answers.map(({ status }) => status), paged]).toContain(500);
  },
);

test('none of it was seen', async () => {
  await eventually(
    () => receiver.types(),
    (types) => ['KYC_PENDING', 'KYB_APPROVED', 'KYB_REJECTED'].every((name) => types.includes(`CUSTOMER.${name}`)),
  );
  const { output } = await platform.end();
  const events = receiver.received.map(({ bytes, body }) => ({ place: `the event ${body.type}`, content: bytes }));
  const kept = await valuesIn(DATABASE_URL);
  const files = filesBelow(DATA_DIR);

  expect(output).toContain('A request failed.');
  expect(events.length).toBeGreaterThan(5);
  expect(kept.length).toBeGreaterThan(500);
  expect(files.filter(({ place }) => place.includes('blobs')).length).toBeGreaterThan(10);
  const atRest = [...kept, ...files, { place: 'the log', content: output }];
  expect(canary.findings([...events, ...atRest])).toEqual([]);
  expect(stored.findings(atRest)).toEqual([]);
  expect(new Set(stored.findings(events).map(({ place }) => place))).toEqual(
    new Set(['KYC_PENDING', 'KYB_APPROVED', 'KYB_REJECTED'].map((type) => `the event CUSTOMER.${type}`)),
  );
  expect(untold.findings(seen)).toEqual([]);
});

function filesBelow(folder: string): Seen[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ place: join(parentPath, name), content: readFileSync(join(parentPath, name)) }));
}
