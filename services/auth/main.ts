// Runs this service alone.
import { runService } from '../kit/run-service.ts';
import { auth } from './service.ts';

await runService(auth);
