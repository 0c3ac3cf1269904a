// Runs this service alone.
import { runService } from '../kit/run-service.ts';
import { platform } from './service.ts';

await runService(platform);
