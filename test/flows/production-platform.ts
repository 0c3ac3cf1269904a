// A production platform, created by the operator's command.
import type { TestProcess } from '../kit/launch.ts';
import { newOperator, type Operator } from '../kit/operator.ts';

type Settings = Readonly<Record<string, string>>;

const operators = new Map<string, Promise<Operator>>();

/** The operator of a process. */
export function operatorOf({ rpc }: TestProcess, settings: Settings = {}): Promise<Operator> {
  const operator = operators.get(rpc) ?? newOperator(rpc, settings);
  operators.set(rpc, operator);
  return operator;
}

export async function newProductionPlatform(process: TestProcess, args: readonly string[] = []) {
  const operator = await operatorOf(process);
  const [{ platform: platformId, clientId, clientSecret }] = await operator.json('platforms', 'create', ...args);
  return { platformId, authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
}
