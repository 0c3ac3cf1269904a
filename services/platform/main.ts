// Runs this service in its own process.
import { runProgram } from '../kit/process/program.ts';

await runProgram('platform', () => import('./serve.ts'));
