// The list of services.
import { accounts } from './accounts/service.ts';
import { agents } from './agents/service.ts';
import { auth } from './auth/service.ts';
import { cards } from './cards/service.ts';
import { customers } from './customers/service.ts';
import type { Door } from './kit/service/service.ts';
import { platform } from './platform/service.ts';
import { stablecoins } from './stablecoins/service.ts';
import { transfers } from './transfers/service.ts';
import { webhooks } from './webhooks/service.ts';

export const services: readonly Door[] = [platform, auth, customers, accounts, transfers, cards, stablecoins, webhooks, agents];
