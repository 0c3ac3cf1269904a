// Where a platform wants its events.
import type { Environment } from '../../kit/core/caller.ts';

export interface Destination {
  readonly url: string;
  readonly environment: Environment;
}
