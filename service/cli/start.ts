import { readStartConfig, startOptions } from '../config.ts';
import type { ListeningPlace } from '../listening-place.ts';
import { createLog } from '../log.ts';
import { startService } from '../main.ts';
import { shownPlace } from '../storage-config.ts';
import { UsageError } from '../usage-error.ts';
import { readArguments } from './arguments.ts';

/** Writes that a caller gives to a command: results, and sentences for people. */
export interface Output {
  result(text: string): void;
  say(sentence: string): void;
}

/**
 * `tandem-service start`: serves until SIGTERM or SIGINT, and resolves when everything has ended. Started by another program with
 * a message channel (the private service of a client), it also ends when that program does, however it ended.
 */
export async function start(args: readonly string[], output: Output): Promise<void> {
  const config = readStartConfig(readArguments('start', args, startOptions).values);
  const log = createLog(config.logLevel);
  const running = await startService(config, log, { checkAnswers: process.env['TANDEM_CHECK_ANSWERS'] === 'on' }).catch(
    (error: unknown) => {
      throw listenError(error, config.listen) ?? error;
    },
  );
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    process.once('disconnect', () => resolve());
  });
  const { baseUrl: base_url, uploadUrl: upload_url, publicUrl: public_url, socket } = running;
  const ready = { ready: true, base_url, upload_url, public_url, ...(socket === null ? {} : { socket }) };
  output.result(`${JSON.stringify({ ...ready, pid: process.pid })}\n`);
  output.say(
    `Serving at ${socket ?? public_url}, data in ${shownPlace(config.storage.database)} and ${shownPlace(config.storage.blobs)}. Ctrl-C stops it.`,
  );
  await stopped;
  output.say('Stopping: running requests end first.');
  await running.stop();
  if (process.connected) process.disconnect();
}

/** Why the service cannot listen, as a sentence that says what to do. */
function listenError(error: unknown, place: ListeningPlace): UsageError | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  if (place.kind === 'socket') return socketError(error, place.path);
  const { host, port } = place;
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use by another program. Stop that one, or choose another port with --port (0 picks a free one).`,
        { cause: error },
      );
    case 'EACCES':
      return new UsageError(`Port ${port} may not be used by this user. Choose one above 1023 with --port.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`This machine has no address ${host}. Choose another with --host, such as 127.0.0.1.`, {
        cause: error,
      });
    default:
      return null;
  }
}

function socketError(cause: Error & { readonly syscall: unknown }, path: string): UsageError | null {
  if (cause.syscall !== 'listen') return null;
  return new UsageError(`The socket ${path} cannot be opened: ${cause.message}. Choose another path with --socket.`, {
    cause,
  });
}
