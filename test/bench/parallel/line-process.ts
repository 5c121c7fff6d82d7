import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openSlowLine, throughLine } from '../../support/lines/slow-line.ts';

/*
 * A slow line in a process of its own, so that it does not share the thread of the clients. Run as a program, it sends its port and ends
 * with its parent.
 */

/** A slow line to a database. */
export type LineProcess = { readonly url: string; readonly pid: number; stop(): Promise<void> };

export async function startLine(databaseUrl: string, delayMs: number): Promise<LineProcess> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [databaseUrl, String(delayMs)], {
    stdio: 'inherit',
  });
  const [message] = await once(child, 'message');
  return {
    url: throughLine(databaseUrl, message as { port: number }),
    pid: child.pid ?? -1,
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

const [, program, target, delayMs] = process.argv;
if (program === fileURLToPath(import.meta.url) && target !== undefined) {
  process.once('disconnect', () => process.exit(0));
  const { port } = await openSlowLine(new URL(target), Number(delayMs));
  process.send?.({ port });
}
