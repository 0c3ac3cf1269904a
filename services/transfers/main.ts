// Runs this service alone.
import { runService } from '../kit/process/run-service.ts';
import { transfers } from './service.ts';

await runService(transfers);
