// What shared worlds run, other than all services in a sandbox.
import { accounts } from '../../services/accounts/service.ts';
import { services } from '../../services/all.ts';
import { auth } from '../../services/auth/service.ts';
import { customers } from '../../services/customers/service.ts';
import { platform } from '../../services/platform/service.ts';
import type { WorldForm } from './shared-world.ts';

export const upToAuth = { doors: [platform, auth] } satisfies WorldForm;
export const upToCustomers = { doors: [platform, auth, customers] } satisfies WorldForm;
export const upToAccounts = { doors: [platform, auth, customers, accounts] } satisfies WorldForm;
export const withoutWebhooks = { doors: services.filter(({ name }) => name !== 'webhooks') } satisfies WorldForm;

export const production = { mode: 'production' } satisfies WorldForm;

export const withRequestLog = { requestLog: true } satisfies WorldForm;
