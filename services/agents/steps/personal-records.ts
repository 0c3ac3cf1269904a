// Personal data of a customer in this service: its agents, whose names the platform chose.
import { AgentSchema } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { AgentsContext } from '../context.ts';
import { agentIdOf, toAgent } from '../convert.ts';

const agentRecord = recordMaker('agent', AgentSchema);

export const personalRecords: PersonalRecords<AgentsContext> = {
  export: async (person, { store, clock }) => {
    const agents = await store.agents.allOf(person);
    return agents.map((agent) => agentRecord(agentIdOf(agent.id), toAgent(agent, clock.now())));
  },
  erase: (person, { store }) => store.agents.eraseAllOf(person),
};
