// All commands, in the order of the help. To add one, create a file in commands/ and list it here.
import type { Command } from './command.ts';
import { clockAdvance, clockShow, clockTo } from './commands/clock.ts';
import { completion } from './commands/completion.ts';
import { configRemove, configSave, configShow } from './commands/config.ts';
import { docs } from './commands/docs.ts';
import { eventsList, eventsResend, eventsShow } from './commands/events.ts';
import { faultsList, faultsRemove, faultsSet } from './commands/faults.ts';
import { fixturesRun } from './commands/fixtures.ts';
import { fork, forkDelete } from './commands/fork.ts';
import { fund } from './commands/fund.ts';
import { keysCode, keysExport, keysNew, keysSession, keysSign, keysToken } from './commands/keys.ts';
import { passkeyCreate, passkeyGet, passkeyNew } from './commands/keys-passkey.ts';
import { listen } from './commands/listen.ts';
import { logsShow, logsTail } from './commands/logs.ts';
import { open } from './commands/open.ts';
import { ops } from './commands/ops.ts';
import { pay } from './commands/pay.ts';
import { reset } from './commands/reset.ts';
import { snapshotsDelete, snapshotsList, snapshotsRestore, snapshotsTake } from './commands/snapshots.ts';
import { trigger } from './commands/trigger.ts';

export const commands: readonly Command[] = [
  listen,
  eventsList,
  eventsShow,
  eventsResend,
  trigger,
  fund,
  pay,
  fixturesRun,
  logsTail,
  logsShow,
  clockShow,
  clockAdvance,
  clockTo,
  faultsSet,
  faultsList,
  faultsRemove,
  reset,
  fork,
  forkDelete,
  snapshotsTake,
  snapshotsList,
  snapshotsRestore,
  snapshotsDelete,
  keysNew,
  keysCode,
  keysSign,
  keysSession,
  keysExport,
  keysToken,
  passkeyNew,
  passkeyCreate,
  passkeyGet,
  docs,
  open,
  configShow,
  configSave,
  configRemove,
  completion,
  ops,
];
