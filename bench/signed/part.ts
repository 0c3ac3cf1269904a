// CPU of a stamp over REST through the whole gateway, with the verification of a signature as reference.
import { startChild } from '../kit/child.ts';
import { cpuPer } from '../kit/cpu-per.ts';
import { startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { type Measure, medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import type { SignedLoad } from './load.ts';
import { makeWallets } from './wallets.ts';

const walletCount = 20;
/** Small and many, so that subtracted figures are from the same moment. */
const requests = 200;
const verifications = 2_000;
const repeatsPerRound = 6;

export async function signed(machine: Machine, rounds: number): Promise<Table[]> {
  const databaseUrl = await machine.database('signed');
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const wallets = await makeWallets(gateway, walletCount);
  const client = startChild({ script: 'bench/signed/load.ts', core: 0 });
  const verifier = startChild({ script: 'bench/signed/verifications.ts', core: 1 });

  const send = (leg: SignedLoad['leg']) => client.send<number>({ origin: gateway.origin, wallets, requests, leg });
  const costOf = (leg: SignedLoad['leg']) => async () => {
    if (leg !== 'first') await send('first');
    return cpuPer(requests, gateway, () => send(leg));
  };
  const pairs = pairsOf(costOf('stood in'), costOf('stamped'));
  const measures = {
    first: costOf('first'),
    stoodIn: pairs.stoodIn,
    stamp: pairs.stamp,
    verification: () => cpuPer(verifications, verifier, () => verifier.send<number>({ count: verifications })),
  };
  await medians(repeatsPerRound, measures);
  const figures = await medians(rounds * repeatsPerRound, measures);
  await Promise.all([client.stop(), verifier.stop(), gateway.stop()]);
  return [tableOf(figures)];
}

/** The stamp is the small difference of two large figures, so the two are measured alternately. */
function pairsOf(stoodIn: Measure, stamped: Measure): Record<'stoodIn' | 'stamp', Measure> {
  let isStoodInFirst = false;
  return {
    stoodIn,
    stamp: async () => {
      isStoodInFirst = !isStoodInFirst;
      if (!isStoodInFirst) return (await stamped()) - (await stoodIn());
      const before = await stoodIn();
      return (await stamped()) - before;
    },
  };
}

type Figures = Readonly<Record<'first' | 'stoodIn' | 'stamp' | 'verification', number>>;

/** The sandbox's signature is neither decoded nor verified. Everything else is the same request, with the same effect. */
function tableOf({ first, stoodIn, stamp, verification }: Figures): Table {
  return {
    title: 'Signed: microseconds of CPU of the server process, beside verifying a P-256 signature alone',
    columns: ['PATCH /internal-accounts/{id}', 'stamp to bare', 'request', 'stamp', 'bare'],
    rows: [
      ['stamped', ratio(stamp, verification), stoodIn + stamp, stamp, verification],
      ['its stamp neither read nor verified', '', stoodIn],
      ['unsigned, answered 202', '', first],
    ].map((row) => [0, 1, 2, 3, 4].map((at) => textOf(row[at]))),
  };
}

const textOf = (cell: string | number | undefined) => (typeof cell === 'number' ? oneDecimal(cell) : (cell ?? ''));
