// Sends one-time codes by e-mail and text message, through the configured carriers.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { openOutbound } from '../../kit/calls/outbound.ts';
import { currentDryRun } from '../../kit/core/dry-run.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { Settings } from '../../kit/service/service.ts';
import type { OtpKind } from '../domain/credential.ts';
import type { Send } from './code-letter.ts';
import { smsHook } from './sms-hook.ts';
import { smtp } from './smtp.ts';

export interface Delivery {
  /** Sends nothing in a dry run. Throws SERVICE_UNAVAILABLE if the code was not accepted, or no carrier is configured. */
  readonly send: Send;
  /** Throws if a configured carrier cannot be used. Sends nothing. */
  readonly checkMail: () => Promise<void>;
  readonly checkText: () => Promise<void>;
  close(): Promise<void>;
}

export function openDelivery({ publicUrl, smtpUrl, smsHookUrl }: Settings): Delivery {
  const outbound = openOutbound();
  const mail = smtpUrl === undefined ? undefined : smtp(smtpUrl, new URL(publicUrl).hostname);
  const text = smsHookUrl === undefined ? undefined : smsHook(smsHookUrl, outbound);
  const ways: Readonly<Record<OtpKind, Send | undefined>> = { EMAIL_OTP: mail?.send, SMS_OTP: text?.send };

  return {
    async send(letter) {
      const way = ways[letter.type];
      if (!way)
        throw unavailable(`${letter.type === 'EMAIL_OTP' ? 'SMTP_URL' : 'SMS_HOOK_URL'} is not set, so codes cannot be sent.`);
      if (currentDryRun()) return;
      try {
        await way(letter);
      } catch (cause) {
        throw Object.assign(unavailable('The code could not be sent. Request a new one later.'), { cause });
      }
    },
    checkMail: async () => mail?.check(),
    checkText: async () => text?.check(),
    close: async () => {
      await mail?.close();
      await outbound.close();
    },
  };
}

const unavailable = (message: string) => fail(ErrorCode.SERVICE_UNAVAILABLE, message);
