// Replaces services that a world does not run: records their calls, and answers with an empty message.
import { create, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import type { Dispatch } from '../../services/kit/core/call.ts';
import type { Caller } from '../../services/kit/core/caller.ts';

export interface AbsentCall {
  readonly method: DescMethodUnary;
  readonly request: Message;
  readonly caller: Caller;
}

export interface Absent {
  readonly calls: AbsentCall[];
  /** Changes the answer of a method; what it throws is thrown to the caller. */
  answer(method: DescMethodUnary, by: (request: Message) => Message | Promise<Message>): void;
  /** Forgets calls and answers. */
  reset(): void;
  readonly dispatch: Dispatch;
}

export function absentServices(): Absent {
  const calls: AbsentCall[] = [];
  const answers = new Map<DescMethodUnary, (request: Message) => Message | Promise<Message>>();
  return {
    calls,
    answer: (method, by) => void answers.set(method, by),
    reset: () => {
      calls.length = 0;
      answers.clear();
    },
    dispatch: async (method, request, { caller }) => {
      calls.push({ method, request, caller });
      const answer = answers.get(method) ?? (() => create(method.output));
      return { message: await answer(request), replayed: false };
    },
  };
}
