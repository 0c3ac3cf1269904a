// The one list of services.
import { auth } from './auth/service.ts';
import type { Door } from './kit/service.ts';
import { platform } from './platform/service.ts';

export const services: readonly Door[] = [platform, auth];
