// Runs this service alone.
import { runService } from '../kit/run-service.ts';
import { accounts } from './service.ts';

await runService(accounts);
