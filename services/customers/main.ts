// Runs this service alone.
import { runService } from '../kit/process/run-service.ts';
import { customers } from './service.ts';

await runService(customers);
