// Runs this service alone.
import { runService } from '../kit/run-service.ts';
import { webhooks } from './service.ts';

await runService(webhooks);
