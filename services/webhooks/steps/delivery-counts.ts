// Counts the requests to endpoints by their outcome, and the deliveries that were given up.
import { type Answer, NoAnswer } from '../../kit/calls/outbound.ts';
import type { Environment } from '../../kit/core/caller.ts';
import type { Reading } from '../../kit/service/measures.ts';
import type { Exchange } from './exchange.ts';

/** Since the start of the process. */
export class DeliveryCounts {
  readonly #attempts = new Map<string, { count: number; readonly labels: Labels }>();
  #givenUp = 0;

  /** The same exchange, with its attempts counted. An exchange that was aborted when the process stops does not count. */
  counted(exchange: Exchange): Exchange {
    return async (body, destination, signal) => {
      try {
        const answer = await exchange(body, destination, signal);
        this.#note(destination.environment, outcomeOf(answer));
        return answer;
      } catch (error) {
        if (error instanceof NoAnswer && !signal?.aborted) this.#note(destination.environment, error.reason);
        throw error;
      }
    };
  }

  noteGivenUp(): void {
    this.#givenUp++;
  }

  attempts(): Reading[] {
    return [...this.#attempts.values()].map(({ count: value, labels }) => ({ value, labels }));
  }

  givenUp(): Reading[] {
    return [{ value: this.#givenUp }];
  }

  #note(environment: Environment, outcome: string): void {
    const key = `${environment} ${outcome}`;
    const counter = this.#attempts.get(key) ?? { count: 0, labels: { environment, outcome } };
    counter.count++;
    this.#attempts.set(key, counter);
  }
}

type Labels = Readonly<Record<'environment' | 'outcome', string>>;

/** The class of the status: `2xx`. */
const outcomeOf = ({ status }: Answer) => `${Math.floor(status / 100)}xx`;
