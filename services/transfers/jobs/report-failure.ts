// Reports a payment of an agent that failed before any money moved. The agent then has not used its limits.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';

export async function reportFailure({ payload }: Job, { clients }: TransfersContext): Promise<void> {
  await clients.agentActions.reportFailedPayment({ transactionId: String(payload.transactionId) });
}
