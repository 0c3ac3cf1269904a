// Serves this service in its own process.
import { runService } from '../kit/process/run-service.ts';
import { cards } from './service.ts';

export const started = runService(cards);
