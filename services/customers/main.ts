// Runs this service alone.
import { runService } from '../kit/run.ts';
import { customers } from './service.ts';

await runService(customers);
