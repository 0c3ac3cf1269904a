// Runs this service alone.
import { runService } from '../kit/run.ts';
import { platform } from './service.ts';

await runService(platform);
