// A server of PostgreSQL outside the platform, which a test starts and stops.
import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { silent } from '../../services/kit/core/log.ts';
import { passwordOf } from '../../services/kit/storage/postgres/cluster.ts';
import { type Place, preparePlace } from '../../services/kit/storage/postgres/place.ts';
import { launch, type Postmaster, stopPostmaster } from '../../services/kit/storage/postgres/postmaster.ts';
import { atEndOfFile } from '../kit/file-end.ts';
import { freePorts } from '../kit/launch.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';

/** A server of PostgreSQL that is not started yet, at an address that stays. */
export async function openServer(name: string) {
  const { dataDir, remove } = postgresFolder(`installation-${name}`);
  const place = preparePlace(dataDir, silent);
  const [port = 0] = await freePorts(1);
  let server: Postmaster | undefined;
  const stop = async () => {
    if (server) await stopPostmaster(place, server);
    server = undefined;
  };
  atEndOfFile(async () => {
    await stop();
    await remove();
  });
  return {
    place,
    port,
    cluster: place.cluster,
    logFile: place.logFile,
    /** For its administrator. */
    get url() {
      return `postgresql://postgres:${passwordOf(place)}@127.0.0.1:${port}/payments`;
    },
    /** With this data directory, if it is not its own yet. The whole log (WAL) is kept. */
    start: async (data?: string) => {
      if (data !== undefined) adopt(data, place);
      server = await launch(place, { port, settings: { fsync: 'off', max_connections: '100', wal_keep_size: '16GB' } });
    },
    stop,
  };
}

function adopt(data: string, { cluster, user }: Place): void {
  renameSync(data, cluster);
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
}
