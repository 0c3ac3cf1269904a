// The envelope of an export in production: signed with the key that clients know.
import { randomUUID, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { WalletEnvelopeService } from '../../../gen/payments/auth/v1/wallet_envelope_pb.ts';
import { open } from '../../../services/auth/domain/wallet/hpke.ts';
import { verifyingKey } from '../../../services/auth/domain/wallet/keys.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { walletKey } from '../../kit/wallet-client.ts';
import { production } from '../../kit/world-forms.ts';

const world = await sharedWorld(production);

test('the signature covers the data, by one key for all', async () => {
  const [accountId, client] = [randomUUID(), walletKey()];
  const request = { accountId, mnemonic: 'twelve words', clientPublicKey: client.uncompressed };
  const sealed = async () => JSON.parse((await world.internal(WalletEnvelopeService).sealExport(request)).envelope);

  const [one, other] = [await sealed(), await sealed()];

  const data = Buffer.from(one.data, 'hex');
  const key = verifyingKey(one.enclaveQuorumPublic);
  const { encappedPublic, ciphertext, organizationId } = JSON.parse(data.toString());
  expect(key && verify('sha256', data, key, Buffer.from(one.dataSignature, 'hex'))).toBe(true);
  expect(one.enclaveQuorumPublic).toMatch(/^04[0-9a-f]{128}$/);
  expect(other.enclaveQuorumPublic).toBe(one.enclaveQuorumPublic);
  expect(other.data).not.toBe(one.data);
  expect(organizationId).toBe(accountId);
  const content = { encapsulated: Buffer.from(encappedPublic, 'hex'), ciphertext: Buffer.from(ciphertext, 'hex') };
  expect(String(await open(content, client.scalar))).toBe('twelve words');
});

test('a key that is not on the curve is refused', async () => {
  const request = { accountId: randomUUID(), mnemonic: 'twelve words', clientPublicKey: `04${'1'.repeat(128)}` };

  await expect(world.internal(WalletEnvelopeService).sealExport(request)).rejects.toThrow('clientPublicKey must be a point on');
});
