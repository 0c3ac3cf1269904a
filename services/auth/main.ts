// Runs this service alone.
import { runService } from '../kit/run.ts';
import { auth } from './service.ts';

await runService(auth);
