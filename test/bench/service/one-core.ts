import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Keeps a process, with all of its threads, on the first core of the machine. @throws when the system has no way to do it. */
export function keepOnOneCore(pid: number): void {
  const done = spawnSync('taskset', ['-a', '-p', '-c', '0', String(pid)], { encoding: 'utf8' });
  if (done.status !== 0)
    throw new Error(`taskset cannot keep ${pid} on one core: ${done.stderr || String(done.error)}`);
}

/** A reference server on one core. */
export interface Reference {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a reference server of a kind; `text` is what `constant` answers, as its length. */
export async function startReference(kind: 'stream' | 'constant' | 'wake', text = ''): Promise<Reference> {
  const entry = fileURLToPath(new URL('./reference-server.ts', import.meta.url));
  const child: ChildProcess = fork(entry, [kind, text], { stdio: 'inherit' });
  const [message] = await once(child, 'message');
  const { port } = message as { port: number };
  if (child.pid !== undefined) keepOnOneCore(child.pid);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
