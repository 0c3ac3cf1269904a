// An external mail server: it records its messages.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { atEndOfFile } from '../../kit/file-end.ts';

export interface Mailbox {
  /** `smtp://zoe:secret@127.0.0.1:<port>`: it accepts no mail from others. */
  readonly url: string;
  /** In order of arrival. */
  readonly mails: Mail[];
  /** Whether it accepts mail, from now on. */
  isOpen: boolean;
}

export interface Mail {
  readonly from: string;
  readonly to: string[];
  /** Headers and text, as received. */
  readonly raw: string;
}

/** Listens until the test file ends. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _, answer) => {
      if (username === 'zoe' && password === 'secret') answer(null, { user: username });
      else answer(new Error('Wrong user or password.'));
    },
    onData: async (stream, { envelope }, answer) => {
      const raw = await text(stream);
      if (!mailbox.isOpen) return answer(new Error('The mailbox is full.'));
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
      return answer();
    },
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  atEndOfFile(() => new Promise<void>((ended) => server.close(() => ended())));

  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = { url: `smtp://zoe:secret@127.0.0.1:${port}`, mails, isOpen: true };
  return mailbox;
}
