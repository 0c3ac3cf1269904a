// The party outside the installation that the customers service uses.
import type { OutsideParty } from '../kit/service/outside.ts';
import type { Settings } from '../kit/service/service.ts';
import type { CustomersContext } from './context.ts';

export function outside({ blobStoreUrl }: Settings): OutsideParty<CustomersContext>[] {
  return blobStoreUrl === undefined ? [] : [bucket];
}

/** Writes, reads and removes an object of its own. */
const bucket: OutsideParty<CustomersContext> = {
  name: 'bucket',
  setting: 'BLOB_STORE_URL',
  advice: 'Check the address, and that its credentials may write, read and remove objects.',
  ask: async ({ blobs, ids }) => {
    const key = `checks/${ids.next()}`;
    const content = Buffer.from(key);
    await blobs.put(key, { bytes: content.length, content: piecesOf(content) });
    const found = Buffer.concat(await Array.fromAsync(blobs.get(key)));
    await blobs.remove(key);
    if (!found.equals(content)) throw new Error('It returned other bytes than were stored.');
  },
};

async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
