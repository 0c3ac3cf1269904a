// `ops customers`: verifications, documents and data of customers.
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  CustomerDirectoryService,
  ExportCustomerResponseSchema,
} from '../../../../gen/payments/customers/v1/customer_directory_pb.ts';
import { DocumentDirectoryService } from '../../../../gen/payments/customers/v1/document_directory_pb.ts';
import { DocumentSchema, DocumentService } from '../../../../gen/payments/customers/v1/document_pb.ts';
import {
  DecideVerificationRequestSchema,
  VerificationDirectoryService,
  VerificationSchema,
  VerificationService,
  VerificationStatusSchema,
} from '../../../../gen/payments/customers/v1/verification_pb.ts';
import { UsageMistake } from '../../failures.ts';
import { enumIn, namesOf } from '../enums.ts';
import { columns, opsCommand, plain } from '../ops-command.ts';
import { requestFrom } from '../request-from.ts';

export const customersVerifications = opsCommand({
  name: 'customers verifications',
  summary: 'List verifications, newest first',
  isForPlatform: true,
  options: {
    status: { value: 'STATUS', description: 'PENDING_MANUAL_REVIEW if absent', values: () => namesOf(VerificationStatusSchema) },
    customer: { value: 'CUSTOMER', description: 'of this customer only' },
  },
  examples: ['customers verifications --platform 019…', 'customers verifications --platform 019… --status REJECTED'],
  run: async ({ client, print, text }) => {
    const verificationStatus = enumIn(VerificationStatusSchema, text('status') ?? 'PENDING_MANUAL_REVIEW');
    const customerId = text('customer');
    const { data, hasMore } = await client(VerificationService).listVerifications({
      verificationStatus,
      limit: 100,
      ...(customerId !== undefined && { customerId }),
    });
    print.table(
      data.map((verification) => plain(VerificationSchema, verification)),
      columns('id', 'customerId', 'verificationStatus', 'createdAt'),
    );
    if (hasMore) print.note('There are more. Decide these first, or name a customer.');
  },
});

const decisions = ['APPROVED', 'REJECTED', 'RESOLVE_ERRORS'];

export const customersVerify = opsCommand({
  name: 'customers verify',
  summary: 'Decide a verification after a manual review',
  isForPlatform: true,
  parameters: [{ name: 'verification', description: 'its id' }],
  options: {
    status: { value: 'STATUS', description: decisions.join(', '), values: () => decisions },
    error: { value: 'JSON', isRepeated: true, description: 'what must be fixed: resourceId, type, reason, and optionally field' },
  },
  examples: [
    'customers verify Verification:019… --platform 019… --status APPROVED',
    `customers verify Verification:019… --platform 019… --status RESOLVE_ERRORS --error '{"resourceId":"Document:019…","type":"EXPIRED_DOCUMENT","reason":"The passport has expired"}'`,
  ],
  run: async ({ client, print, required, all, parameters: [verificationId = ''] }) => {
    const verificationStatus = required('status');
    if (!decisions.includes(verificationStatus)) throw new UsageMistake(`--status must be one of ${decisions.join(', ')}.`);
    const errors = all('error').map((text) => parsed(text));
    const request = requestFrom(DecideVerificationRequestSchema, { verificationId, verificationStatus, errors });
    const { id, customerId } = await client(VerificationDirectoryService).decideVerification(request);
    print.fields({ id, customerId, verificationStatus });
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageMistake('--error must be JSON: {"resourceId": "Document:<uuid>", "type": "EXPIRED_DOCUMENT", "reason": "…"}.');
  }
}

export const customersHold = opsCommand({
  name: 'customers hold',
  summary: 'Request more data: put a customer on HOLD until the next submission',
  isForPlatform: true,
  parameters: [{ name: 'customer', description: 'its id' }],
  examples: ['customers hold Customer:019… --platform 019…'],
  run: async ({ client, print, parameters: [customerId = ''] }) => {
    await client(VerificationDirectoryService).holdCustomer({ customerId });
    print.fields({ customerId, kycStatus: 'HOLD' });
  },
});

export const customersDocuments = opsCommand({
  name: 'customers documents',
  summary: 'List the documents of a customer or of its owners',
  isForPlatform: true,
  parameters: [{ name: 'holder', description: 'id of the customer or beneficial owner' }],
  examples: ['customers documents Customer:019… --platform 019…'],
  run: async ({ client, print, parameters: [documentHolder = ''] }) => {
    const { data } = await client(DocumentService).listDocuments({ documentHolder, limit: 100 });
    print.table(
      data.map((document) => plain(DocumentSchema, document)),
      columns('id', 'documentType', 'country', 'fileName', 'createdAt'),
    );
  },
});

export const customersDocument = opsCommand({
  name: 'customers document',
  summary: 'Write the content of a document to a file',
  details: ['The file must not exist. Only its owner can read it.'],
  isForPlatform: true,
  parameters: [{ name: 'document', description: 'its id' }],
  options: { to: { value: 'FILE', description: 'the new file' } },
  examples: ['customers document Document:019… --platform 019… --to passport.pdf'],
  run: async ({ client, print, required, host, parameters: [documentId = ''] }) => {
    const to = resolve(host.folder, required('to'));
    const directory = client(DocumentDirectoryService);
    let stretch = await directory.readDocument({ documentId });
    const file = await open(to, 'wx', 0o600);
    await file.writeFile(stretch.content);
    for (; stretch.nextPosition !== undefined; await file.writeFile(stretch.content)) {
      const { version, nextPosition } = stretch;
      stretch = await directory.readDocument({ documentId, version, position: nextPosition });
    }
    await file.close();
    print.fields({ id: documentId, file: to, contentType: stretch.contentType });
  },
});

export const customersExport = opsCommand({
  name: 'customers export',
  summary: 'Print all data about a customer, for a request of a data subject',
  isForPlatform: true,
  parameters: [{ name: 'customer', description: 'its id' }],
  examples: ['customers export Customer:019… --platform 019… > export.json'],
  run: async ({ client, print, parameters: [customerId = ''] }) => {
    const records = plain(ExportCustomerResponseSchema, await client(CustomerDirectoryService).exportCustomer({ customerId }));
    print.result(records, () => [JSON.stringify(records, null, 2)]);
  },
});
