// Dry runs of calls: `Dry-Run: true` at any door. The call takes its whole path, in transactions that are rolled back.
import { randomUUID } from 'node:crypto';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel as Level } from '@bufbuild/protobuf/wkt';
import { http as httpRule } from '../../../gen/google/api/annotations_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Caller } from '../core/caller.ts';
import { currentDryRun, DryRun, insideDryRun } from '../core/dry-run.ts';
import { fail, type Refusal } from '../messages/fail.ts';
import { optionOf } from '../messages/options.ts';
import { turnsOf } from './turns.ts';

/** `true`, or the id of a dry run in calls between our processes. */
export const dryRunHeader = 'dry-run';

/** Set if the receiving process already takes part in the dry run. */
export const dryRunContinuedHeader = 'dry-run-continued';

export interface DryRunnable {
  readonly method: DescMethodUnary;
  readonly caller: Caller;
  /** `dry-run`, as received. */
  readonly header: string | readonly string[] | undefined;
}

/** Runs a call at the first door, dry if requested. */
export async function runArrived<T>(call: DryRunnable, run: () => Promise<T>): Promise<T> {
  return isRequested(call) ? runDry(call, run) : run();
}

/** Whether the call is to run dry. Reads have no effect, so they ignore it. Throws for an invalid header, so that no typo has an effect. */
export function isRequested({ method, header }: Pick<DryRunnable, 'method' | 'header'>): boolean {
  if (header === undefined || header === 'false' || isRead(method)) return false;
  if (header === 'true') return true;
  throw fail(ErrorCode.INVALID_INPUT, 'The header Dry-Run must be true or false.', {
    errors: [{ field: 'Dry-Run', message: 'must be true or false' }],
  });
}

export function isRead(method: DescMethodUnary): boolean {
  return optionOf(method, httpRule)?.pattern.case === 'get' || method.idempotency === Level.NO_SIDE_EFFECTS;
}

/** Of all platforms, and of one. Dry runs hold connections and locks. */
const [ofAll, ofPlatform] = [turnsOf(4), turnsOf(1)];

async function runDry<T>({ method, caller }: DryRunnable, run: () => Promise<T>): Promise<T> {
  const reason = optionOf(method, methodRule)?.noDryRun;
  if (reason) throw impossible(reason);
  if (caller.service !== undefined || caller.operatorId !== undefined) throw impossible('be requested by operators or providers');
  return ofPlatform(caller.platformId)(() => ofAll('')(() => toItsEnd(new DryRun(randomUUID()), run)));
}

/** If it failed because of an effect that it could not have, this is the reason. */
async function toItsEnd<T>(dryRun: DryRun, run: () => Promise<T>): Promise<T> {
  running.set(dryRun.id, dryRun);
  const [result] = await Promise.allSettled([insideDryRun(dryRun, run)]);
  running.delete(dryRun.id);
  const skipped = await dryRun.end();
  if (result.status === 'fulfilled') return result.value;
  throw skipped === undefined ? result.reason : impossible(skipped);
}

/** An effect that would last, such as a call to a provider. Throws in a dry run, as if the other party were not available. */
export function refuseInDryRun(effect: string): void {
  const dryRun = currentDryRun();
  if (!dryRun) return;
  dryRun.skip(effect);
  throw fail(ErrorCode.SERVICE_UNAVAILABLE, `A dry run cannot ${effect}.`);
}

function impossible(effect: string): Refusal {
  return fail(ErrorCode.INVALID_INPUT, `A dry run cannot ${effect}. Send this request without Dry-Run.`, {
    reason: 'DRY_RUN_NOT_SUPPORTED',
  });
}

/** In this process, by id: those that began here, and those that calls of other processes have brought here. */
const running = new Map<string, DryRun>();

export interface Continued {
  readonly dryRunId: string | undefined;
  /** This process already takes part. */
  readonly isContinued: boolean;
}

/** Runs a call of another of our processes, as part of the dry run that it belongs to. */
export async function joinDryRun<T>({ dryRunId, isContinued }: Continued, run: () => Promise<T>): Promise<T> {
  if (dryRunId === undefined) return run();
  const known = running.get(dryRunId);
  if (!known && isContinued) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The dry run was interrupted. Try again.');
  return insideDryRun(known ?? adopt(dryRunId), run);
}

function adopt(dryRunId: string): DryRun {
  const dryRun = new DryRun(dryRunId);
  running.set(dryRunId, dryRun);
  setTimeout(() => void endDryRun(dryRunId).catch(() => undefined), adoptedMs).unref();
  return dryRun;
}

/** The process that began it may have died. */
const adoptedMs = 20_000;

/** Undoes what a dry run did in this process. Returns the first effect that it could not have, if any. */
export async function endDryRun(dryRunId: string): Promise<string | undefined> {
  const dryRun = running.get(dryRunId);
  running.delete(dryRunId);
  return dryRun?.end();
}
