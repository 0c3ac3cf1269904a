// The agent that requests a transaction.
import type { Caller } from '../../../kit/core/caller.ts';

/** Empty if the platform requests it. */
export const agentOf = ({ agentId }: Caller) => (agentId === undefined ? {} : { agentId });
