// Mints and burns at the provider of the sandbox: the last three characters of descriptions, account numbers and addresses select the outcome.
import { createHash } from 'node:crypto';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { sandboxSuffixOf } from '../../kit/core/sandbox-suffix.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import { type Funding, type Operation, type SandboxOutcome, waitsForFunds } from '../domain/operation.ts';
import type { Progress, ProviderState } from '../domain/operation-machine.ts';
import type { StablecoinProvider } from './provider.ts';

type SandboxOperations = Pick<StablecoinProvider, 'create' | 'find' | 'nextLook'>;

/** The provider stores nothing: its reports follow from the time since it accepted an operation. `timeScale` divides delays. */
export function sandboxOperations(now: Date, timeScale: number): SandboxOperations {
  return {
    create: async ({ operation }) => {
      const suffix = suffixOf(operation);
      if (suffix === '503' && operation.attempts === 1) throw unreachable();
      if (suffix === '004') return { isAccepted: true, progress: progressTo('REJECTED') };
      const funding = waitsForFunds(operation) ? fundingOf(operation) : undefined;
      const expiresAt = suffix === '006' ? new Date(now.getTime() + 30_000) : undefined;
      return { isAccepted: true, progress: { ...progressTo('PENDING'), funding, expiresAt } };
    },
    find: async ({ operation }) => {
      const next = nextReport(operation, timeScale);
      return { isAccepted: true, progress: next && next.at <= now ? progressTo(next.state) : undefined };
    },
    nextLook: (operation) => nextReport(operation, timeScale)?.at,
  };
}

const progressTo = (state: ProviderState): Progress => ({ state, providerStatus: state.toLowerCase() });

const suffixOf = ({ description = '' }: Operation) => description.slice(-3);

interface TimedReport {
  readonly state: ProviderState;
  readonly at: Date;
}

/** What the provider reports next, one state at a time, and when. */
function nextReport(operation: Operation, timeScale: number): TimedReport | undefined {
  const { acceptedAt, sandboxOutcome, status } = operation;
  if (!acceptedAt || (waitsForFunds(operation) && ['001', '006'].includes(suffixOf(operation)))) return undefined;
  const startsMs = waitsForFunds(operation) ? 5_000 : 2_000;
  const at = (afterMs: number) => new Date(acceptedAt.getTime() + afterMs / timeScale);
  if (status !== 'PROCESSING') return { state: 'PROCESSING', at: at(startsMs) };
  const endsMs = startsMs + processingMs[sandboxOutcome ?? 'SUCCEEDS'];
  return { state: sandboxOutcome ? 'TRANSFER_FAILED' : 'COMPLETED', at: at(endsMs) };
}

const processingMs = { SUCCEEDS: 5_000, FAILS: 0, FAILS_LATE: 30_000 };

/** `identifiers`: numbers and addresses of the accounts of the operation. */
export function sandboxOutcomeOf(identifiers: readonly string[]): SandboxOutcome | undefined {
  return identifiers.map((one) => outcomes.get(sandboxSuffixOf(one))).find((outcome) => outcome !== undefined);
}

const outcomes = new Map<string, SandboxOutcome>([
  ['002', 'FAILS'],
  ['003', 'FAILS'],
  ['004', 'FAILS'],
  ['005', 'FAILS_LATE'],
]);

function fundingOf({ id, sourceType }: Operation): Funding {
  if (sourceType === 'EXTERNAL_ACCOUNT') return { address: `sparkrt1${wordOf(id)}` };
  const reference = createHash('sha256').update(id).digest('hex').slice(0, 12).toUpperCase();
  return {
    beneficiaryName: 'Sandbox Stablecoin Issuer',
    bankName: 'Sandbox Bank',
    accountNumber: '9876543210',
    routingNumber: '021000021',
    reference,
  };
}

/** 64 characters of bech32, derived from an id. */
function wordOf(id: string): string {
  const bytes = [...createHash('sha512').update(id).digest()];
  return bytes.map((byte) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[byte % 32]).join('');
}

const unreachable = () =>
  new Refusal(ErrorCode.SERVICE_UNAVAILABLE, 'The provider of stablecoins is not available. Try again.', {
    retryAfterSeconds: 30,
  });
