// The quorum key of the caller's environment, created at its first use.
import type { Environment } from '../../kit/core/caller.ts';
import type { AuthContext } from '../context.ts';
import { newScalar } from '../domain/wallet/keys.ts';
import { type QuorumKey, quorumKeyOf } from '../domain/wallet/quorum.ts';

interface KeyRequest {
  readonly caller: Pick<AuthContext['caller'], 'environment'>;
  readonly store: AuthContext['store'];
}

/** The same for all processes, permanently, because clients pin it. */
export async function quorumKey({ caller, store }: KeyRequest): Promise<QuorumKey> {
  const { environment } = caller;
  const known = (await store.quorumKeys.find(environment)) ?? (await makeKey(environment, store));
  return quorumKeyOf(known);
}

/** Of concurrently created keys the first one is kept. */
async function makeKey(environment: Environment, store: AuthContext['store']): Promise<Buffer> {
  await store.quorumKeys.insert(environment, newScalar());
  const made = await store.quorumKeys.find(environment);
  if (!made) throw new Error('The quorum key was written and is not there.');
  return made;
}
