// The caller tokens of both processes.
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { wall } from '../../services/kit/core/clock.ts';

export const tokens = callerTokens({ keys: [new Uint8Array(32)], audiences: ['webhooks'], wall });
