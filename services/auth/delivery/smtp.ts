// Sends codes by e-mail through the operator's SMTP server.
import { atFirstUse } from '../../kit/core/at-first-use.ts';
import type { CodeLetter, Send } from './code-letter.ts';
import { textOf } from './text.ts';

/** `host`: of the sender's address, if the platform has not configured one. The password in the URL is never logged. */
export function smtp(url: string, host: string): { send: Send; check(): Promise<void>; close(): Promise<void> } {
  const transport = atFirstUse(() => openTransport(url));
  return {
    send: async (letter) => void (await (await transport.use()).sendMail(mailOf(letter, host))),
    check: async () => void (await (await transport.use()).verify()),
    close: async () => (await transport.made())?.close(),
  };
}

const timeoutMs = 10_000;

/** Loads the library, which only installations with an SMTP server need. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

function mailOf(letter: CodeLetter, host: string) {
  const { to, wallet } = letter;
  const { appName = 'Wallet', sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress, logoUrl } = wallet ?? {};
  const text = textOf(letter);
  return {
    from: { name: sendFromEmailSenderName ?? appName, address: sendFromEmailAddress ?? `no-reply@${host}` },
    to: { name: '', address: to },
    subject: `${appName}: your code`,
    text,
    ...(replyToEmailAddress !== undefined && { replyTo: replyToEmailAddress }),
    ...(logoUrl !== undefined && { html: `<p><img src="${escaped(logoUrl)}" alt="" height="48"></p><p>${escaped(text)}</p>` }),
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
