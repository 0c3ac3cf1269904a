// Runs this service alone.
import { runService } from '../kit/run-service.ts';
import { transfers } from './service.ts';

await runService(transfers);
