// Runs this service alone.
import { runService } from '../kit/run.ts';
import { accounts } from './service.ts';

await runService(accounts);
