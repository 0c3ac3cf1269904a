// Runs this service alone.
import { runService } from '../kit/process/run-service.ts';
import { platform } from './service.ts';

await runService(platform);
