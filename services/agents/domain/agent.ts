// Agents: software that acts for one customer. An agent can be connected and paused, independently.
import type { Policy } from './policy.ts';
import type { Usage } from './usage.ts';

export interface Agent {
  /** uuid. */
  readonly id: string;
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
  readonly name: string;
  readonly isPaused: boolean;
  /** SHA-256 of its access token. Undefined: not connected. */
  readonly tokenHash: Uint8Array | undefined;
  readonly policy: Policy;
  readonly usage: Usage;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Live agents of a customer. */
export const agentsMax = 20;

/** The agent after a change of its name or pause. The same agent if nothing changes. */
export function changed(agent: Agent, { name = agent.name, isPaused = agent.isPaused }: AgentChange, now: Date): Agent {
  if (name === agent.name && isPaused === agent.isPaused) return agent;
  return { ...agent, name, isPaused, updatedAt: now };
}

export interface AgentChange {
  readonly name?: string | undefined;
  readonly isPaused?: boolean | undefined;
}

/** The agent with the credential whose hash is `tokenHash`. */
export function connected(agent: Agent, tokenHash: Uint8Array, now: Date): Agent {
  return { ...agent, tokenHash, updatedAt: now };
}

/** The agent without a credential. The same agent if it has none. */
export function disconnected(agent: Agent, now: Date): Agent {
  return agent.tokenHash ? { ...agent, tokenHash: undefined, updatedAt: now } : agent;
}
