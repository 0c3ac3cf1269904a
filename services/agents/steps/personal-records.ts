// Personal data of a customer in this service: its agents, whose names the platform chose, and their actions.
import { AgentActionSchema } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import { AgentSchema } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { AgentsContext } from '../context.ts';
import { agentIdOf, toAgent } from '../convert.ts';
import { toAction } from '../convert-action.ts';

const actionRecord = recordMaker('agentAction', AgentActionSchema);
const agentRecord = recordMaker('agent', AgentSchema);

export const personalRecords: PersonalRecords<AgentsContext> = {
  export: async (person, { store, clock }) => {
    const agents = await store.agents.allOf(person);
    const actions = await store.actions.allOf(person);
    return [
      ...agents.map((agent) => agentRecord(agentIdOf(agent.id), toAgent(agent, clock.now()))),
      ...actions.map((action) => actionRecord(publicId('AgentAction', action.id), toAction(action, undefined))),
    ];
  },
  erase: (person, { store }) => store.agents.eraseAllOf(person),
};
