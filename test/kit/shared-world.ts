// Worlds for test files that need no more than platforms of their own. A new world costs as much CPU as a hundred requests.
import { services } from '../../services/all.ts';
import type { Door } from '../../services/kit/service/service.ts';
import { runDatabase } from './database.ts';
import { isSerializedHere, keepData, templateOf } from './doors.ts';
import { type AnyWorld, runWorld, type World } from './platform.ts';

/** A new platform in a world that the files of a worker use one after the other. */
export interface SharedWorld extends AnyWorld, Pick<World, 'settle'> {
  /** A file can advance it by two hours in total. The time of day at its beginning differs, the day does not. */
  readonly wall: Pick<World['wall'], 'now' | 'advance'>;
  readonly absent: Pick<World['absent'], 'calls'>;
}

const worlds = new Map<string, Promise<World>>();

/** The world of these services, all of them if absent. It is started for the first file that needs it, and ends with the run. */
export async function sharedWorld(doors: readonly Door[] = services): Promise<SharedWorld> {
  const serialize = isSerializedHere();
  const key = [serialize, ...doors.map(({ name }) => name)].join();
  const world = await (worlds.get(key) ?? openWorld(key, { doors, serialize }));
  const wall = limited(world);
  if (wall.isOld) worlds.delete(key);
  keepData();
  world.absent.calls.length = 0;
  const { raw, newPlatform, settle, absent } = world;
  return { ...(await newPlatform()), raw, newPlatform, settle, absent, wall };
}

function openWorld(key: string, options: { readonly doors: readonly Door[]; readonly serialize: boolean }): Promise<World> {
  const opened = templateOf(options.doors).then(async (template) => runWorld(options, await runDatabase(template)));
  worlds.set(key, opened);
  opened.catch(() => worlds.delete(key));
  return opened;
}

/** Its wall, for one file. */
function limited({ wall }: World) {
  const began = wall.now().getTime();
  return {
    isOld: wall.now().getUTCHours() >= oldAfterHours,
    now: () => wall.now(),
    advance: (ms: number) => {
      if (wall.now().getTime() + ms > began + fileMsMax) throw new Error('This file needs a world of its own: `startWorld`.');
      wall.advance(ms);
    },
  };
}

const fileMsMax = 7_200_000;
const oldAfterHours = 20;
