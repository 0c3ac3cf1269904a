// Random actions of many platforms against a model of their customers' balances; after each, the books of the acting platform are checked.
// SIMULATION_SEED repeats a run; SIMULATION_STEPS makes it longer: `npm run simulate` does 100,000.
import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { brokenInvariants } from '../kit/books.ts';
import { asTester } from '../kit/citus.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { startWorld } from '../kit/platform.ts';
import { randomFrom } from '../services/auth/random.ts';
import { Actor } from './actor.ts';

const steps = Number(process.env.SIMULATION_STEPS ?? 60);
const seed = Number(process.env.SIMULATION_SEED ?? randomInt(2 ** 31));
/** Of one platform: then it ends, and another one begins. */
const lifeSteps = 80;
const platformsAtOnce = 3;
/** Books of the acting platform are checked after each step; all books, which takes longer with more platforms, rarely. */
const allBooksEvery = 1_000;

const world = await startWorld();
const books = new Client({ connectionString: asTester(world.databaseUrl) });
await books.connect();
afterAll(() => books.end());

test(`${steps} steps match the model (seed ${seed})`, { timeout: testPatienceMs + steps * 2_000 }, async () => {
  const random = randomFrom(seed);
  const stage = { world, books, random };
  const counts: Record<string, number> = {};
  const newActor = async () => {
    const actor = new Actor(stage, await world.newPlatform({ currencies: ['USD', 'GBP', 'USDB'] }));
    await actor.begin();
    return { actor, steps: 0 };
  };
  const actors = await Promise.all(Array.from({ length: platformsAtOnce }, newActor));

  for (let step = 1; step <= steps; step++) {
    const one = random.pick(actors);
    const act = await one.actor.step().catch((error: unknown) => {
      throw new Error(`Step ${step} of seed ${seed} went wrong.`, { cause: error });
    });
    counts[act] = (counts[act] ?? 0) + 1;
    if (step % allBooksEvery === 0) {
      console.log(`seed ${seed}, step ${step}`);
      expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
    }
    if (++one.steps < lifeSteps) continue;
    await one.actor.end();
    actors.splice(actors.indexOf(one), 1, await newActor());
  }

  for (const { actor } of actors) await actor.end();
  console.log(`seed ${seed}:`, counts);
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
});
