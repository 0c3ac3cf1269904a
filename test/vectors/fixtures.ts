// Keys of the vectors: each private key is the SHA-256 of its label.
import { createHash } from 'node:crypto';

export const scalarOf = (label: string) => createHash('sha256').update(`fixture/${label}`).digest();
