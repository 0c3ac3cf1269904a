// The outcome of a call: its status, and the code and reason of a refusal.
import type { RestAnswer } from '../../kit/rest.ts';

export const outcomeOf = ({ status, body }: Pick<RestAnswer, 'status' | 'body'>) => [status, body?.code, body?.reason];
