// The store of this service.
import type { Database, Queryable } from '../../kit/storage/database.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { type Agents, agents } from './agents.ts';
import { type DeviceCodes, deviceCodes } from './device-codes.ts';
import { type Owners, owners } from './owners.ts';
import { type AgentRequests, agentRequests } from './requests.ts';
import { type SecretDirectory, secretDirectory } from './secret-directory.ts';

export interface AgentsRows {
  readonly agents: Agents;
  readonly owners: Owners;
  readonly deviceCodes: DeviceCodes;
  readonly requests: AgentRequests;
  readonly secrets: SecretDirectory;
}

export type AgentsStore = Store<AgentsRows>;

export function openAgentsStore(database: Database): AgentsStore {
  return openStore(database, (db: Queryable) => ({
    agents: agents(db),
    owners: owners(db),
    deviceCodes: deviceCodes(db),
    requests: agentRequests(db),
    secrets: secretDirectory(db),
  }));
}
