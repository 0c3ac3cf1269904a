// Worlds that several test files use, each with its own platforms. Starting a world costs more CPU than most tests.
import { services } from '../../services/all.ts';
import { runDatabase } from './database.ts';
import { isSerializedHere, keepData, templateOf } from './doors.ts';
import { type AnyWorld, runWorld, type World, type WorldOptions } from './platform.ts';
import { ManualWall } from './wall.ts';

/** What a world runs. Each of these objects has worlds of its own, so they are constants. */
export type WorldForm = Readonly<Pick<WorldOptions, 'doors' | 'mode' | 'settings' | 'requestLog'>>;

/** A new platform in a world that the files of a worker use one after the other. */
export interface SharedWorld extends AnyWorld, Pick<World, 'settle' | 'absent'> {
  /** A file can advance it by ten minutes, so that it meets little of what earlier files left to do. */
  readonly wall: Pick<World['wall'], 'now' | 'advance'>;
}

const everything: WorldForm = {};
const direct = new Map<WorldForm, Promise<World>>();
const serialized = new Map<WorldForm, Promise<World>>();

/**
 * The world of this form, all services in a sandbox if absent. It is started for the first file that needs it, and ends with the run. A file
 * opens it once.
 */
export async function sharedWorld(form = everything): Promise<SharedWorld> {
  const worlds = isSerializedHere() ? serialized : direct;
  const opening = worlds.get(form) ?? startForm(form);
  worlds.set(form, opening);
  opening.catch(() => worlds.delete(form));
  const world = await opening;
  const wall = limited(world);
  if (wall.isOld) worlds.delete(form);
  keepData();
  const { raw, newPlatform, settle, absent } = world;
  absent.reset();
  return { ...(await newPlatform()), raw, newPlatform, settle, absent, wall };
}

async function startForm(form: WorldForm): Promise<World> {
  return runWorld(form, await runDatabase(await templateOf(form.doors ?? services)));
}

/** Its wall, for one file. */
function limited({ wall }: World) {
  const began = wall.now().getTime();
  return {
    isOld: began > new ManualWall().now().getTime() + worldMsMax,
    now: () => wall.now(),
    advance: (ms: number) => {
      if (wall.now().getTime() + ms > began + fileMsMax) throw new Error('This file needs a world of its own: `startWorld`.');
      wall.advance(ms);
    },
  };
}

const fileMsMax = 600_000;
/** Within an hour, jobs of earlier files give up, which is logged as an error. */
const worldMsMax = 1_800_000;
