// Runs this service alone.
import { runService } from '../kit/run.ts';
import { webhooks } from './service.ts';

await runService(webhooks);
