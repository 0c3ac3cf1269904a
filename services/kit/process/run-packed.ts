// Runs packed code with the bytecode of an earlier start. The compile cache of Node.js has the functions that V8 compiles while it reads
// a file, but not the thousands that a start then calls.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** The first file of a program. */
interface Program {
  /** Whether it still runs some seconds after it is ready. */
  readonly started: Promise<boolean>;
}

/** A file of the pack that runs. */
interface Running {
  readonly file: string;
  readonly script: Script;
  readonly hasBytecode: boolean;
}

/** Below the folder of the pack, by first file, version and options of V8, and file. */
export const bytecodeFolder = 'bytecode';

/** Runs the program with this first file, and keeps its bytecode once it has started. */
export function runPacked(folder: string, first: string): void {
  const code = new PackedCode(folder, join(folder, bytecodeFolder, `${first}-${cachedDataVersionTag().toString(16)}`));
  const { started } = code.load(first) as Program;
  void started.then((isRunning) => isRunning && code.keepBytecode());
}

/** CommonJS modules, as Node.js loads them. */
class PackedCode {
  readonly #folder: string;
  readonly #bytecode: string;
  readonly #require: NodeJS.Require;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #running: Running[] = [];

  constructor(folder: string, bytecode: string) {
    this.#folder = folder;
    this.#bytecode = bytecode;
    this.#require = createRequire(join(folder, 'require.cjs'));
  }

  load(file: string): unknown {
    const loaded = this.#modules.get(file);
    if (loaded) return loaded.exports;
    const module = { exports: {} };
    this.#modules.set(file, module);
    const path = join(this.#folder, file);
    const require = (id: string) => (id.startsWith('./') ? this.load(basename(id)) : this.#require(id));
    try {
      this.#compile(file, path)(module.exports, require, module, path, this.#folder);
    } catch (error) {
      this.#modules.delete(file); // the next use tries again
      throw error;
    }
    return module.exports;
  }

  /** A folder that is not writable, or a full disk, costs time at the next start only. */
  keepBytecode(): void {
    try {
      mkdirSync(this.#bytecode, { recursive: true });
      for (const { file, script, hasBytecode } of this.#running) if (!hasBytecode) this.#keep(file, script.createCachedData());
    } catch {}
  }

  #compile(file: string, path: string): (...parts: readonly unknown[]) => void {
    const text = readFileSync(path, 'latin1'); // the pack is ASCII
    const cachedData = this.#kept(file);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
      filename: path,
      ...(cachedData && { cachedData }),
    });
    this.#running.push({ file, script, hasBytecode: script.cachedDataRejected === false });
    return script.runInThisContext();
  }

  /** V8 does not check it. */
  #kept(file: string): Buffer | undefined {
    try {
      const bytes = readFileSync(join(this.#bytecode, file));
      const data = bytes.subarray(checksumLength);
      return bytes.readUInt32BE() === crc32(data) ? data : undefined;
    } catch {
      return undefined;
    }
  }

  #keep(file: string, data: Buffer): void {
    const checksum = Buffer.alloc(checksumLength);
    checksum.writeUInt32BE(crc32(data));
    const path = join(this.#bytecode, file);
    writeFileSync(`${path}.${process.pid}`, Buffer.concat([checksum, data]));
    renameSync(`${path}.${process.pid}`, path);
  }
}

const checksumLength = 4;
