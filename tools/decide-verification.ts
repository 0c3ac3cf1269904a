// Decides a verification after a manual review, if no provider is connected.
import { parseArgs } from 'node:util';
import {
  type DecideVerificationRequest,
  DecideVerificationRequestSchema,
  VerificationDirectoryService,
} from '../gen/payments/customers/v1/verification_pb.ts';
import { services } from '../services/all.ts';
import { callAs } from '../services/kit/calls/authenticator.ts';
import { clientOf } from '../services/kit/calls/clients.ts';
import { compileCodec } from '../services/kit/messages/json/compile-codec.ts';
import { FieldProblems } from '../services/kit/messages/json/problems.ts';
import { run } from '../services/kit/process/run.ts';
import { start } from '../services/kit/process/start.ts';

const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: '' },
    verification: { type: 'string', default: '' },
    status: { type: 'string', default: '' },
    error: { type: 'string', multiple: true, default: [] },
  },
});

const statuses = ['APPROVED', 'REJECTED', 'RESOLVE_ERRORS'];

/** Uses the settings of the installation, and free ports. */
await run(async (config, log) => {
  if (!values.platform || !values.verification || !statuses.includes(values.status))
    throw new Error('Pass --platform <uuid>, --verification <id> and --status APPROVED, REJECTED or RESOLVE_ERRORS.');
  const request = decision();
  const started = await start({ doors: services, config: { ...config, grpcPort: 0 }, log });
  const call = callAs('operator', 'decide-verification');
  const caller = { ...call.caller, platformId: values.platform, environment: config.mode } as const;
  try {
    const directory = clientOf(VerificationDirectoryService, started.dispatch)({ ...call, caller });
    await directory.decideVerification(request);
  } finally {
    await started.stop();
  }
  process.stdout.write(`${values.verification} is ${values.status}\n`);
  process.exit(0);
});

/** Errors as in `GET /verifications`, each as JSON: resourceId, type, reason, and optionally field. */
function decision(): DecideVerificationRequest {
  const problems = new FieldProblems();
  const json = { verificationId: values.verification, verificationStatus: values.status, errors: values.error.map(parsed) };
  const request = compileCodec(DecideVerificationRequestSchema).decode(json, problems);
  const [first] = problems.errors;
  if (first) throw new Error(`--error cannot be read: ${first.field} ${first.message}.`);
  return request as DecideVerificationRequest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('--error must be JSON: {"resourceId": "Document:<uuid>", "type": "EXPIRED_DOCUMENT", "reason": "…"}.');
  }
}
