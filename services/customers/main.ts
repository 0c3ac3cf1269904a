// Runs this service alone.
import { runService } from '../kit/run-service.ts';
import { customers } from './service.ts';

await runService(customers);
