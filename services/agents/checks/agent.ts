// Checks of requests for agents.
import type { CreateAgentRequest, UpdateAgentRequest } from '../../../gen/payments/agents/v1/agent_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { policyProblems } from './policy.ts';

export function checkNewAgent({ name, policy }: CreateAgentRequest): FieldError[] {
  const problems = name === '' ? [] : nameProblems(name); // the proto refuses an empty one
  return [...problems, ...policyProblems(policy).map((one) => ({ ...one, field: `policy.${one.field}` }))];
}

export function checkAgentChange({ name, isPaused }: UpdateAgentRequest): FieldError[] {
  if (name === undefined && isPaused === undefined) return [{ field: 'name', message: 'or isPaused is required' }];
  return name === undefined ? [] : nameProblems(name);
}

/** Ignores leading and trailing spaces. */
function nameProblems(name: string): FieldError[] {
  const { length } = [...name.trim()];
  if (length > 0 && length <= nameMax) return [];
  return [{ field: 'name', message: `must have 1 to ${nameMax} characters, not counting surrounding spaces` }];
}

const nameMax = 255;
