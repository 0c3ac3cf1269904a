// The example issuer as a process, controlled by the test.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atEndOfFile } from '../../kit/file-end.ts';
import type { IssuedCard, Order } from './example-issuer.ts';

export const issuerSecret = '0d'.repeat(32);

export interface IssuerProcess {
  readonly address: string;
  /** Returns the cards of the issuer, by their ids. */
  tell(order: Order): Promise<Record<string, IssuedCard>>;
  stop(): Promise<void>;
}

export async function startIssuer(): Promise<IssuerProcess> {
  const env = { ...process.env, ISSUER_SECRET: issuerSecret };
  const child = fork(join(import.meta.dirname, 'example-issuer.ts'), { env });
  atEndOfFile(() => void child.kill('SIGKILL'));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return {
    address,
    tell: async (order) => {
      const answered = once(child, 'message');
      child.send(order);
      const [cards] = (await answered) as [Record<string, IssuedCard>];
      return cards;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
