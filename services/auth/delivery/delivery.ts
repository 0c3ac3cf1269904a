// How one-time codes reach people: by e-mail and by text message, over what the operator has set.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { EmbeddedWalletConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { openOutbound } from '../../kit/calls/outbound.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { Settings } from '../../kit/service/service.ts';
import type { OtpKind } from '../domain/credential.ts';
import { smsHook } from './sms-hook.ts';
import { smtp } from './smtp.ts';

export interface CodeLetter {
  readonly type: OtpKind;
  /** E-mail address, or phone number in E.164. */
  readonly to: string;
  readonly code: string;
  readonly expiresInSeconds: number;
  /** What the code agrees to: `to pay 10.5 EUR to Grace Hopper`. */
  readonly agreement?: string;
  /** What the platform has set: its name, its sender. */
  readonly wallet?: EmbeddedWalletConfig;
}

/** Sends one code. Throws when it was not taken. */
export type Send = (letter: CodeLetter) => Promise<void>;

export interface Delivery {
  /** Throws SERVICE_UNAVAILABLE when the code could not be handed over, or nothing is set to send it by. */
  readonly send: Send;
  close(): Promise<void>;
}

export function openDelivery({ publicUrl, smtpUrl, smsHookUrl }: Settings): Delivery {
  const outbound = openOutbound();
  const mail = smtpUrl === undefined ? undefined : smtp(smtpUrl, new URL(publicUrl).hostname);
  const text = smsHookUrl === undefined ? undefined : smsHook(smsHookUrl, outbound);
  const ways: Readonly<Record<OtpKind, Send | undefined>> = { EMAIL_OTP: mail?.send, SMS_OTP: text };

  return {
    async send(letter) {
      const way = ways[letter.type];
      if (!way)
        throw unavailable(`${letter.type === 'EMAIL_OTP' ? 'SMTP_URL' : 'SMS_HOOK_URL'} is not set, so codes cannot be sent.`);
      try {
        await way(letter);
      } catch (cause) {
        throw Object.assign(unavailable('The code could not be sent. Ask for a new one later.'), { cause });
      }
    },
    close: async () => {
      mail?.close();
      await outbound.close();
    },
  };
}

const unavailable = (message: string) => fail(ErrorCode.SERVICE_UNAVAILABLE, message);
