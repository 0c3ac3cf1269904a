// The operator's card issuer, called by RPC.
import { createHash } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import { IssuedCardState, type IssuerService, type ProvisionCardResponse } from '../../../gen/payments/issuing/v1/issuer_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { Card } from '../domain/card.ts';
import type { Issuer, Provisioning } from './issuer.ts';

export function connectedIssuer(client: Client<typeof IssuerService>): Issuer {
  return {
    setPassword: async (cardId, password) => {
      await client.setThreeDSecurePassword({ cardId: publicId('Card', cardId), password });
    },
    provision: async ({ id, cardholderId, platformCardId, currency, createdAt }, now) => {
      const { outcome } = await client.provisionCard({
        cardId: publicId('Card', id),
        cardholderId: publicId('Customer', cardholderId),
        platformCardId,
        currency,
        orderedAt: timestampFromDate(createdAt),
      });
      return provisioningOf(outcome, now);
    },
    setState: async (card) => {
      await client.setCardState({ cardId: publicId('Card', card.id), state: stateOf(card) });
    },
    createRevealSession: async ({ id }, { expiresAt, allowedOrigins }) => {
      const { url } = await client.createRevealSession({
        cardId: publicId('Card', id),
        expiresAt: timestampFromDate(expiresAt),
        allowedOrigins: [...allowedOrigins],
      });
      if (!url.startsWith('https://') || !URL.canParse(url)) throw new RangeError('The issuer returned an invalid URL.');
      return { url, tokenHash: createHash('sha256').update(url).digest() };
    },
  };
}

function provisioningOf(outcome: ProvisionCardResponse['outcome'], now: Date): Provisioning {
  if (outcome.case === 'rejected') return { kind: 'REJECTED' };
  if (outcome.case !== 'provisioned') return { kind: 'PENDING', askAgainAt: new Date(now.getTime() + pollMs) };
  const { last4, expMonth, expYear, processorRef, issuerRef } = outcome.value;
  if (!/^\d{4}$/.test(last4)) throw new RangeError('The issuer returned an invalid last4.');
  return { kind: 'PROVISIONED', issued: { last4, expMonth, expYear, processorRef, issuerRef } };
}

/** How long a pending card waits until the issuer is asked again. */
const pollMs = 60_000;

function stateOf({ state }: Card): IssuedCardState {
  if (state === 'FROZEN' || state === 'CLOSED') return IssuedCardState[state];
  return IssuedCardState.ACTIVE;
}
