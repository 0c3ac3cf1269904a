// Pages of actions.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AgentActionListResponseSchema } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import { pageOf } from '../../kit/messages/page.ts';
import type { AgentsContext } from '../context.ts';
import type { ActionFilter, ActionPage } from '../store/actions.ts';
import { showActions } from './show-actions.ts';

type Page = MessageInitShape<typeof AgentActionListResponseSchema>;

export async function pageOfActions(context: AgentsContext, filter: ActionFilter, page: ActionPage): Promise<Page> {
  const { actions } = context.store;
  const [found, totalCount] = await Promise.all([
    actions.list(filter, { ...page, limit: page.limit + 1 }),
    actions.count(filter),
  ]);
  const { data, ...rest } = pageOf(found, page.limit);
  return { data: await showActions(data, context), ...rest, totalCount: BigInt(totalCount) };
}
