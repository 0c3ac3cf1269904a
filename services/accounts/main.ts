// Runs this service alone.
import { runService } from '../kit/process/run-service.ts';
import { accounts } from './service.ts';

await runService(accounts);
