// The platform as a program, for whoever starts it without `npm start`. From the second start on its code comes compiled out of a
// cache, which is on before it is loaded.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshPack, packFolder } from './pack.ts';

// Where the folder cannot be written, everything goes on without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const pack = freshPack();
await import(pack ? pathToFileURL(join(packFolder, pack.entry)).href : './serve.ts');
