// The webhook endpoint of a platform.
import type { Environment } from '../../kit/core/caller.ts';

export interface Destination {
  readonly url: string;
  readonly environment: Environment;
}
