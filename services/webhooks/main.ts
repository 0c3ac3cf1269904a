// Runs this service alone.
import { runService } from '../kit/process/run-service.ts';
import { webhooks } from './service.ts';

await runService(webhooks);
