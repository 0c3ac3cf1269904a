// Runs this service in its own process.
import { runProgram } from '../kit/process/program.ts';

await runProgram('stablecoins', () => import('./serve.ts'));
