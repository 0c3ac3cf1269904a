// The platform as a program, for starts without `npm start`. From the second start on, its compiled code comes from a cache, which
// must be enabled before the code is loaded.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshPack, packFolder } from './pack.ts';

// If the folder is not writable, the program runs without a cache.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const pack = freshPack();
await import(pack ? pathToFileURL(join(packFolder, pack.entry)).href : './serve.ts');
