// Processes of a run: the measured ones and the load generators, each on its own core if possible.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface ChildOptions {
  /** Relative to the root of the project. */
  readonly script: string;
  /** Options of Node.js. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly core?: number;
  /** Lets other processes run first, for a load that would come from another machine. */
  readonly yields?: boolean;
  /** False for a script whose start is measured, because the usage reporter loads first. */
  readonly answersTasks?: boolean;
}

export interface Child {
  /** Microseconds of CPU used so far. */
  cpuMicros(): Promise<number>;
  /** Current memory of the process. */
  rssBytes(): Promise<number>;
  /** The longest block of the event loop since the last call, in microseconds of CPU. The first call starts the measurement. */
  longestBlockMicros(): Promise<number>;
  /** The longest garbage collection since the last call, in microseconds. The first call starts the measurement. */
  longestCollectionMicros(): Promise<number>;
  /** Sends a task to a script that calls `answerTasks`, and waits for its response. */
  send<Answer>(task: object): Promise<Answer>;
  /** The first line of standard output that contains this text. */
  line(text: string): Promise<string>;
  /** Stops the process from running until it is resumed, so that it uses no CPU. */
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

const hasTaskset = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** The child ends with this process. */
export function startChild({ script, options = [], env = {}, core, yields = false, answersTasks = true }: ChildOptions): Child {
  const usage = answersTasks ? ['--import', join(root, 'bench/kit/answer-usage.ts')] : [];
  const node = [process.execPath, ...options, ...usage, join(root, script)];
  const pinned = hasTaskset && core !== undefined ? ['taskset', '-c', String(core), ...node] : node;
  const [program = '', ...args] = yields ? ['nice', '-n', '19', ...pinned] : pinned;
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const lines = linesOf(child);
  const send = taskSender(child, script);
  return {
    cpuMicros: () => send<number>({ usage: 'cpu' }),
    rssBytes: () => send<number>({ usage: 'rss' }),
    longestBlockMicros: () => send<number>({ usage: 'block' }),
    longestCollectionMicros: () => send<number>({ usage: 'collection' }),
    send,
    line: lines.first,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** One response per task, in order. */
function taskSender(child: ChildProcess, script: string) {
  const waiting: PromiseWithResolvers<unknown>[] = [];
  child.on('message', (answer) => waiting.shift()?.resolve((answer as { answer: unknown }).answer));
  child.on('exit', () => waiting.forEach(({ reject }) => reject(new Error(`${script} has ended.`))));
  return async <Answer>(task: object): Promise<Answer> => {
    const pending = Promise.withResolvers<unknown>();
    waiting.push(pending);
    child.send(task);
    return (await pending.promise) as Answer;
  };
}

function linesOf(child: ChildProcess) {
  let text = '';
  const awaited: { readonly holding: string; readonly found: (line: string) => void }[] = [];
  const look = () => {
    for (const { holding, found } of awaited) {
      const line = text
        .split('\n')
        .slice(0, -1)
        .find((one) => one.includes(holding));
      if (line !== undefined) found(line);
    }
  };
  child.stdout?.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    look();
  });
  const first = (holding: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    awaited.push({ holding, found: resolve });
    child.on('exit', () => reject(new Error(`The process ended before it said "${holding}".\n${text}`)));
    look();
    return promise;
  };
  return { first };
}
