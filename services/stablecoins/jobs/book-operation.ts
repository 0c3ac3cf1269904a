// Books steps of a mint or burn in the memo ledger of its stablecoin.
import type { Job } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import { toLegs } from '../convert-legs.ts';
import { memoLegs, memoMoves } from '../domain/operation-legs.ts';
import type { LedgerStep } from '../domain/operation-machine.ts';

export const bookOperation: JobHandler<StablecoinsContext> = async ({ payload }, { caller, clients, store }) => {
  const id = String(payload.id);
  const operation = await store.operations.find(caller.platformId, id);
  const stablecoin = operation && (await store.stablecoins.find(caller.platformId, operation.stablecoinId));
  if (!stablecoin) throw new Error(`The operation ${id} does not exist.`);
  for (const step of stepsIn(payload)) {
    const legs = memoLegs(step, operation, { dollars: stablecoin.baseCurrency, tokens: stablecoin.symbol });
    await clients.ledger.post({ subject: id, step, legs: toLegs(legs, stablecoin.id) });
    reached('memo booked');
  }
};

const stepsIn = ({ steps }: Job['payload']): LedgerStep[] => (Array.isArray(steps) ? steps.map(String).filter(isStep) : []);

const isStep = (step: string): step is LedgerStep => step in memoMoves;
