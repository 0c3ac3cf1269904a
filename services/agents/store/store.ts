// The store of this service.
import { type JobRows, jobRows } from '../../kit/background/jobs.ts';
import { type OutboxRows, outboxRows } from '../../kit/background/outbox.ts';
import type { Database, Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { type Actions, actions } from './actions.ts';
import { type Agents, agents } from './agents.ts';
import { type DeviceCodes, deviceCodes } from './device-codes.ts';
import { type Owners, owners } from './owners.ts';
import { type AgentRequests, agentRequests } from './requests.ts';
import { type SecretDirectory, secretDirectory } from './secret-directory.ts';

export interface AgentsRows {
  readonly agents: Agents;
  readonly actions: Actions;
  readonly owners: Owners;
  readonly deviceCodes: DeviceCodes;
  readonly requests: AgentRequests;
  readonly secrets: SecretDirectory;
  readonly jobs: JobRows;
  readonly outbox: OutboxRows;
}

export type AgentsStore = Store<AgentsRows>;

export function openAgentsStore(database: Database, secrets: Sealing): AgentsStore {
  return openStore(database, (db: Queryable) => ({
    agents: agents(db),
    actions: actions(db, secrets),
    owners: owners(db),
    deviceCodes: deviceCodes(db),
    requests: agentRequests(db),
    secrets: secretDirectory(db),
    jobs: jobRows(db),
    outbox: outboxRows(db, secrets),
  }));
}
