// The webhook endpoint of a platform.
import type { Environment } from '../../kit/core/caller.ts';

export interface Destination {
  readonly url: string;
  readonly environment: Environment;
  /** Whether the platform has set faults. */
  readonly hasFaults: boolean;
}
