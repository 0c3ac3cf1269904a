// The definition of the customers service.
import {
  BeneficialOwnerService,
  CreateBeneficialOwnerRequestSchema,
  UpdateBeneficialOwnerRequestSchema,
} from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { ContactVerificationService } from '../../gen/payments/customers/v1/contact_verification_pb.ts';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { CustomerImportService } from '../../gen/payments/customers/v1/customer_import_pb.ts';
import {
  CreateCustomerRequestSchema,
  CustomerService,
  UpdateCustomerRequestSchema,
} from '../../gen/payments/customers/v1/customer_pb.ts';
import { DocumentDirectoryService } from '../../gen/payments/customers/v1/document_directory_pb.ts';
import {
  DocumentService,
  ReplaceDocumentRequestSchema,
  UploadDocumentRequestSchema,
} from '../../gen/payments/customers/v1/document_pb.ts';
import { EndUserTermsService } from '../../gen/payments/customers/v1/end_user_terms_pb.ts';
import {
  CreateKycLinkRequestSchema,
  HostedVerificationService,
  KycLinkService,
} from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { UmaAddressService } from '../../gen/payments/customers/v1/uma_address_pb.ts';
import {
  DecideVerificationRequestSchema,
  VerificationDirectoryService,
  VerificationService,
} from '../../gen/payments/customers/v1/verification_pb.ts';
import { deliverEvents } from '../kit/background/deliver-events.ts';
import { check } from '../kit/messages/check.ts';
import { eraseAfterDaysDefault } from '../kit/process/config.ts';
import { defineService, type Kit, serve } from '../kit/service/service.ts';
import { openBlobStore } from './blobs/open-blob-store.ts';
import { checkCreateOwner, checkUpdateOwner } from './checks/beneficial-owner.ts';
import { checkCreateCustomer, checkUpdateCustomer } from './checks/customer.ts';
import { checkFile } from './checks/document.ts';
import { checkKycLink } from './checks/kyc-link.ts';
import { checkDecision } from './checks/verification.ts';
import { type CustomersParts, needs } from './context.ts';
import { publishedTerms } from './domain/end-user-terms.ts';
import { closeAccounts } from './jobs/close-accounts.ts';
import { discardBlob } from './jobs/discard-blob.ts';
import { discardUpload } from './jobs/discard-upload.ts';
import { enableCurrencies } from './jobs/enable-currencies.ts';
import { cancelContactChange, commitContactChange } from './jobs/end-contact-change.ts';
import { eraseCustomer } from './jobs/erase-customer.ts';
import { importRows } from './jobs/import-rows.ts';
import { openAccounts } from './jobs/open-accounts.ts';
import { openImport } from './jobs/open-import.ts';
import { adoptPhoneNumber } from './methods/adopt-phone-number.ts';
import { confirmEmailVerification } from './methods/confirm-email-verification.ts';
import { confirmPhoneVerification } from './methods/confirm-phone-verification.ts';
import { createBeneficialOwner } from './methods/create-beneficial-owner.ts';
import { createCustomer } from './methods/create-customer.ts';
import { createKycLink } from './methods/create-kyc-link.ts';
import { createVerification } from './methods/create-verification.ts';
import { decideVerification } from './methods/decide-verification.ts';
import { deleteCustomer } from './methods/delete-customer.ts';
import { deleteDocument } from './methods/delete-document.ts';
import { exportCustomer } from './methods/export-customer.ts';
import { findKycLink } from './methods/find-kyc-link.ts';
import { findUmaHolder } from './methods/find-uma-holder.ts';
import { getBeneficialOwner } from './methods/get-beneficial-owner.ts';
import { getBulkCustomerImportJob } from './methods/get-bulk-customer-import-job.ts';
import { getCustomer } from './methods/get-customer.ts';
import { getDocument } from './methods/get-document.ts';
import { getEndUserTerms } from './methods/get-end-user-terms.ts';
import { getHostedVerification } from './methods/get-hosted-verification.ts';
import { getStanding } from './methods/get-standing.ts';
import { getVerification } from './methods/get-verification.ts';
import { holdCustomer } from './methods/hold-customer.ts';
import { keepDocumentPart } from './methods/keep-document-part.ts';
import { keepUploadPart } from './methods/keep-upload-part.ts';
import { listBeneficialOwners } from './methods/list-beneficial-owners.ts';
import { listCustomers } from './methods/list-customers.ts';
import { listDocuments } from './methods/list-documents.ts';
import { listVerifications } from './methods/list-verifications.ts';
import { openMissingAccounts } from './methods/open-missing-accounts.ts';
import { readDocument } from './methods/read-document.ts';
import { replaceDocument } from './methods/replace-document.ts';
import { sendEmailVerification } from './methods/send-email-verification.ts';
import { sendPhoneVerification } from './methods/send-phone-verification.ts';
import { submitHostedVerification } from './methods/submit-hosted-verification.ts';
import { updateBeneficialOwner } from './methods/update-beneficial-owner.ts';
import { updateCustomer } from './methods/update-customer.ts';
import { uploadCustomersCsv } from './methods/upload-customers-csv.ts';
import { uploadDocument } from './methods/upload-document.ts';
import { customersTables } from './migrations/0001-customers.ts';
import { outside } from './outside.ts';
import { personalRecords } from './steps/personal-records.ts';
import { copy } from './store/copy.ts';
import {
  ContactChangeRecord,
  ContactCodeRecord,
  CustomerCountRecord,
  CustomerRecord,
  UmaAddressRecord,
} from './store/customer-records.ts';
import { CustomerImportErrorRecord, CustomerImportRecord, UploadPartRecord } from './store/import-records.ts';
import { reset } from './store/reset.ts';
import { retention } from './store/retention.ts';
import { openCustomersStore } from './store/store.ts';
import { sealedParts } from './store/upload-parts.ts';
import {
  BeneficialOwnerRecord,
  DocumentRecord,
  KycLinkRecord,
  KycTokenRecord,
  VerificationRecord,
} from './store/verification-records.ts';

export const customers = defineService({
  name: 'customers',
  needs,
  serves: [
    serve(CustomerService, { createCustomer, listCustomers, getCustomer, updateCustomer, deleteCustomer }),
    serve(CustomerImportService, { uploadCustomersCsv, getBulkCustomerImportJob, keepUploadPart }),
    serve(EndUserTermsService, { getEndUserTerms }),
    serve(ContactVerificationService, {
      sendEmailVerification,
      confirmEmailVerification,
      sendPhoneVerification,
      confirmPhoneVerification,
    }),
    serve(CustomerDirectoryService, { openMissingAccounts, adoptPhoneNumber, getStanding, exportCustomer }),
    serve(UmaAddressService, { findUmaHolder }),
    serve(BeneficialOwnerService, {
      createBeneficialOwner,
      listBeneficialOwners,
      getBeneficialOwner,
      updateBeneficialOwner,
    }),
    serve(DocumentService, {
      uploadDocument,
      listDocuments,
      getDocument,
      replaceDocument,
      keepDocumentPart,
      deleteDocument,
    }),
    serve(DocumentDirectoryService, { readDocument }),
    serve(VerificationService, { createVerification, listVerifications, getVerification }),
    serve(VerificationDirectoryService, { decideVerification, holdCustomer }),
    serve(KycLinkService, { createKycLink }),
    serve(HostedVerificationService, { findKycLink, getHostedVerification, submitHostedVerification }),
  ],
  checks: [
    check(CreateCustomerRequestSchema, checkCreateCustomer),
    check(UpdateCustomerRequestSchema, checkUpdateCustomer),
    check(CreateBeneficialOwnerRequestSchema, checkCreateOwner),
    check(UpdateBeneficialOwnerRequestSchema, checkUpdateOwner),
    check(UploadDocumentRequestSchema, checkFile),
    check(ReplaceDocumentRequestSchema, checkFile),
    check(CreateKycLinkRequestSchema, checkKycLink),
    check(DecideVerificationRequestSchema, checkDecision),
  ],
  reset,
  copy,
  migrations: [customersTables],
  placements: {
    uma_address: { column: 'uma_address', of: 'UMA addresses' },
    kyc_token: { column: 'token_hash', of: 'tokens of the hosted page' },
  },
  entities: [CustomerRecord, BeneficialOwnerRecord, DocumentRecord, VerificationRecord, KycLinkRecord],
  tables: [
    CustomerCountRecord,
    UmaAddressRecord,
    ContactChangeRecord,
    ContactCodeRecord,
    KycTokenRecord,
    UploadPartRecord,
    CustomerImportRecord,
    CustomerImportErrorRecord,
  ],
  jobs: {
    'open-accounts': openAccounts,
    'close-accounts': closeAccounts,
    'erase-customer': eraseCustomer,
    'enable-currencies': enableCurrencies,
    'cancel-contact-change': cancelContactChange,
    'commit-contact-change': commitContactChange,
    'discard-blob': discardBlob,
    'open-import': openImport,
    'import-rows': importRows,
    'discard-upload': discardUpload,
  },
  sealed: [sealedParts],
  personalRecords,
  outside,
  open: openParts,
  retention,
  relay: deliverEvents,
  close: ({ blobs }) => blobs.close(),
});

function openParts({ database, secrets, settings, wall }: Kit): CustomersParts {
  const { mode, publicUrl, endUserTermsUrls: [firstTerms = `${publicUrl}/end-user-terms`, ...laterTerms] = [] } = settings;
  return {
    store: openCustomersStore(database, secrets),
    blobs: openBlobStore(settings),
    secrets,
    wall,
    eraseAfterMs: (settings.eraseAfterDays ?? eraseAfterDaysDefault) * 24 * 3600_000,
    mode,
    defaultUmaDomain: new URL(publicUrl).hostname,
    publicUrl,
    terms: publishedTerms([firstTerms, ...laterTerms]),
  };
}
