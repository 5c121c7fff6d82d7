import { readStartConfig, startOptions } from '../config.ts';
import type { ListeningPlace } from '../listening-place.ts';
import { createLog } from '../log.ts';
import { startService } from '../main.ts';
import { shownPlace } from '../storage-config.ts';
import { UsageError } from '../usage-error.ts';
import { readArguments } from './arguments.ts';

/** Output of a command: results, and messages for people. */
export interface Output {
  result(text: string): void;
  say(sentence: string): void;
}

/**
 * `tandem-service start`: serves until SIGTERM or SIGINT and resolves after a clean shutdown. When another program starts it with a
 * message channel (the private service of a client), it also ends when that program ends or crashes.
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
    `Serving at ${socket ?? public_url}, data in ${shownPlace(config.storage.database)} and ${shownPlace(config.storage.blobs)}. Press Ctrl-C to stop.`,
  );
  await stopped;
  output.say('Stopping after the requests in progress.');
  await running.stop();
  if (process.connected) process.disconnect();
}

/** Explains why the service cannot listen, and what to do. */
function listenError(error: unknown, place: ListeningPlace): UsageError | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  if (place.kind === 'socket') return socketError(error, place.path);
  const { host, port } = place;
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with --port (0 picks a free one).`,
        { cause: error },
      );
    case 'EACCES':
      return new UsageError(`This user may not use port ${port}. Choose one above 1023 with --port.`, {
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
  return new UsageError(`Cannot open the socket ${path}: ${cause.message}. Choose another path with --socket.`, {
    cause,
  });
}
