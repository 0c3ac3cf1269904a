// The reference: a process that only verifies P-256 signatures with node:crypto, with its keys and texts in memory.
import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { answerTasks } from '../kit/answer-tasks.ts';

const texts = Array.from({ length: 200 }, () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = Buffer.from(
    JSON.stringify({ parameters: { privateEnabled: false, walletId: randomUUID() }, type: 'x'.repeat(80) }),
  );
  return { text, publicKey, signature: sign('sha256', text, privateKey) };
});

answerTasks<{ count: number }, number>(async ({ count }) => {
  let right = 0;
  for (let index = 0; index < count; index++) {
    const one = texts[index % texts.length];
    if (one && verify('sha256', one.text, one.publicKey, one.signature)) right++;
  }
  if (right !== count) throw new Error('A signature did not verify.');
  return right;
});
