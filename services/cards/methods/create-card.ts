// CreateCard: orders a virtual card. The issuer provisions it after the response.
import type { CardService, CreateCardRequest } from '../../../gen/payments/cards/v1/card_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { duplicate, type Refusal } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CardsContext, CardsMethod } from '../context.ts';
import { toCard } from '../convert.ts';
import { type Card, type ProgramCurrency, sourcesFor } from '../domain/card.ts';
import { type Funding, programs } from '../domain/program.ts';
import { refuseCardholder } from '../steps/cardholder.ts';
import { reportJob } from '../steps/change-card.ts';
import { requestedFunding } from '../steps/funding.ts';
import { issuerOf } from '../steps/issuer-of.ts';

/** The card takes the id of the operation, so that a repeated call finds it, also after its issuer has provisioned it. */
export const createCard: CardsMethod<typeof CardService.method.createCard> = async (request, context) => {
  const { caller, operationId, store } = context;
  const before = await store.cards.find(caller.platformId, operationId);
  if (before) return toCard(before);
  await refuseCardholder(request.cardholderId, context);
  const cardholderId = uuidIn(request.cardholderId);
  const funding = await requestedFunding({ fundingSources: request.fundingSources, cardholderId }, context);
  refusePassword(request, funding.program);
  const card = newCard(request, funding, context);
  if (await store.cards.isPlatformCardIdInUse(caller.platformId, card.platformCardId)) throw platformCardIdInUse();
  await forwardPassword(request, context);
  reached('password forwarded');

  const report = reportJob(card, undefined, context);
  await store.write(async (rows) => {
    if (!(await rows.cards.insert(card))) throw platformCardIdInUse();
    await rows.jobs.addMany([provisionJob(card, context), report]);
  });
  reached('card ordered');
  await context.runNow(report); // a delegated key can be created right after the response
  return toCard(card);
};

function refusePassword({ threeDSecurePassword }: CreateCardRequest, currency: ProgramCurrency): void {
  if (threeDSecurePassword === undefined || programs[currency].hasPassword) return;
  throw invalidInput([{ field: 'threeDSecurePassword', message: `cannot be set for cards in ${currency}` }]);
}

/** Before the card exists, so that a failure leaves nothing behind: the password is stored nowhere else. */
async function forwardPassword({ threeDSecurePassword }: CreateCardRequest, context: CardsContext): Promise<void> {
  if (threeDSecurePassword === undefined) return;
  await issuerOf(context).setPassword(context.operationId, threeDSecurePassword);
}

function newCard(request: CreateCardRequest, { program, accounts }: Funding, context: CardsContext): Card {
  const { caller, clock, ids, operationId: id } = context;
  const { cardholderId, platformCardId = id, maxSpendPerTransaction: maxSpend } = request;
  const now = clock.now();
  return {
    platformId: caller.platformId,
    id,
    cardholderId: uuidIn(cardholderId),
    platformCardId,
    state: 'PROCESSING',
    stateReason: undefined,
    currency: program,
    issued: undefined,
    sources: sourcesFor(accounts, [], () => ids.next()),
    maxSpend,
    version: 1n,
    changedBy: id,
    createdAt: now,
    updatedAt: now,
  };
}

function provisionJob({ id }: Card, { caller, clock, requestId }: CardsContext): NewJob {
  return { kind: 'provision-card', key: id, caller, payload: { cardId: id }, runAt: clock.now(), requestId };
}

function platformCardIdInUse(): Refusal {
  return duplicate(ErrorCode.CONFLICT, 'Another card of the platform has this platformCardId.');
}
