// The audit of the books of all platforms, one after the other.
import type { AccountsContext } from '../context.ts';

export async function auditAll({ store }: AccountsContext): Promise<string[]> {
  const findings: string[] = [];
  for (const platformId of await store.audit.platforms()) findings.push(...(await store.audit.findings(platformId)));
  return findings;
}
