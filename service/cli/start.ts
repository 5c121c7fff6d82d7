import { ensureOwner } from '../domain/people/users/owner.ts';
import { serviceIdOf } from '../domain/upkeep/own-contents.ts';
import { createLog } from '../log.ts';
import { type RunningService, startService } from '../main.ts';
import { isOfProgram } from '../of-program.ts';
import { readStartConfig, startOptions } from '../options/config.ts';
import type { ListeningPlace } from '../options/listening-place.ts';
import { required } from '../options/option-values.ts';
import { shownPlace } from '../options/storage-config.ts';
import { UsageError } from '../options/usage-error.ts';
import { readArguments } from './arguments.ts';

/** Output of a command: results, and messages for people. */
export interface Output {
  result(text: string): void;
  say(sentence: string): void;
}

const options = { ...startOptions, owner: { type: 'string' }, 'owner-name': { type: 'string' } } as const;

/**
 * `tandem-service start`: serves until SIGTERM or SIGINT, or until its terminal closes, and resolves after a clean shutdown. When another program starts it with a
 * message channel (the private service of a client), it serves until SIGTERM, or until that program ends or crashes.
 */
export async function start(args: readonly string[], output: Output): Promise<void> {
  const { values } = readArguments('start', args, options);
  const config = readStartConfig(values);
  const { owner, 'owner-name': ownerName } = values;
  if (ownerName !== undefined) required('--owner', owner);
  const log = createLog(config.logLevel);
  // Not under `nohup`, whose "ignore SIGHUP" Node takes back.
  const isInTerminal = process.stdout.isTTY || process.stderr.isTTY;
  const running = await startService(config, log, { checkAnswers: process.env['TANDEM_CHECK_ANSWERS'] === 'on' }).catch(
    (error: unknown) => {
      throw listenError(error, config.listen) ?? error;
    },
  );
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    // A terminal sends these to all of its processes. The program that started this one may still need it, or outlive the terminal.
    if (!isOfProgram()) process.once('SIGINT', () => resolve());
    else process.on('SIGINT', () => undefined);
    process.on('SIGHUP', () => (isOfProgram() || !isInTerminal ? undefined : resolve()));
    process.once('disconnect', () => resolve());
    // The program that started this one ended meanwhile. Without a message channel it is undefined; a utility process of Electron has another channel.
    if (process.connected === false && !('parentPort' in process)) resolve();
  });
  const owned = owner === undefined ? {} : await ownedBy(running, { login: owner, name: ownerName ?? owner });
  const { baseUrl: base_url, uploadUrl: upload_url, publicUrl: public_url, socket } = running;
  const ready = { ready: true, base_url, upload_url, public_url, ...(socket === null ? {} : { socket }), ...owned };
  output.result(`${JSON.stringify({ ...ready, pid: process.pid })}\n`);
  // The program that started this one reads the line above, and keeps what is said here as a log of faults.
  const say = isOfProgram() ? () => undefined : output.say;
  say(
    `Serving at ${socket ?? public_url}, data in ${shownPlace(config.storage.database)} and ${shownPlace(config.storage.blobs)}. Press Ctrl-C to stop.`,
  );
  await stopped;
  say('Stopping after the requests in progress.');
  await running.stop();
  if (process.connected) process.disconnect();
}

/**
 * A program that starts its own service needs no second process to create the person it starts it for. It recognises the service by the id, in
 * whichever folder its data lies.
 */
async function ownedBy(
  { opened, stop }: RunningService,
  owner: Parameters<typeof ensureOwner>[1],
): Promise<{ readonly service_id: string }> {
  try {
    if ((await ensureOwner(opened.service, owner)) === null) throw new UsageError(NO_ADMINISTRATOR);
    return { service_id: await serviceIdOf(opened.service) };
  } catch (error) {
    await stop();
    throw error;
  }
}

const NO_ADMINISTRATOR =
  'The service has users, but no administrator. Appoint one with tandem-service users set --login L --role admin.';

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
