// The door of the service of customers.
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import {
  CreateCustomerRequestSchema,
  CustomerService,
  UpdateCustomerRequestSchema,
} from '../../gen/payments/customers/v1/customer_pb.ts';
import { UmaAddressService } from '../../gen/payments/customers/v1/uma_address_pb.ts';
import { deliverEvents } from '../kit/deliver-events.ts';
import { check, defineService, type Kit, serve } from '../kit/service.ts';
import { type CustomersParts, needs } from './context.ts';
import { checkCreateCustomer, checkUpdateCustomer } from './domain/checks.ts';
import { closeAccounts } from './jobs/close-accounts.ts';
import { enableCurrencies } from './jobs/enable-currencies.ts';
import { cancelContactChange, commitContactChange } from './jobs/end-contact-change.ts';
import { openAccounts } from './jobs/open-accounts.ts';
import { createCustomer } from './methods/create-customer.ts';
import { deleteCustomer } from './methods/delete-customer.ts';
import { findUmaHolder } from './methods/find-uma-holder.ts';
import { getCustomer } from './methods/get-customer.ts';
import { listCustomers } from './methods/list-customers.ts';
import { openMissingAccounts } from './methods/open-missing-accounts.ts';
import { updateCustomer } from './methods/update-customer.ts';
import { customers as customersMigration } from './migrations/0001-customers.ts';
import { contactChange } from './migrations/0002-contact-change.ts';
import { openCustomersStore } from './store/store.ts';

export const customers = defineService({
  name: 'customers',
  needs,
  serves: [
    serve(CustomerService, { createCustomer, listCustomers, getCustomer, updateCustomer, deleteCustomer }),
    serve(CustomerDirectoryService, { openMissingAccounts }),
    serve(UmaAddressService, { findUmaHolder }),
  ],
  checks: [check(CreateCustomerRequestSchema, checkCreateCustomer), check(UpdateCustomerRequestSchema, checkUpdateCustomer)],
  migrations: [customersMigration, contactChange],
  jobs: {
    'open-accounts': openAccounts,
    'close-accounts': closeAccounts,
    'enable-currencies': enableCurrencies,
    'cancel-contact-change': cancelContactChange,
    'commit-contact-change': commitContactChange,
  },
  open: openParts,
  relay: deliverEvents,
});

function openParts({ database, secrets, settings }: Kit): CustomersParts {
  return { store: openCustomersStore(database, secrets), defaultUmaDomain: new URL(settings.publicUrl).hostname };
}
