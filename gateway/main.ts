// The platform as a program, for starts without `npm start`.
import { runProgram } from '../services/kit/process/program.ts';

await runProgram('gateway', () => import('./serve.ts'));
