import { type Places, placesHere } from './account/places.ts';
import { runServiceProcess } from './account/private-service/run-service.ts';
import { environmentProxy } from './api/transport/environment-proxy.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { composeClient } from './compose/client.ts';
import { browserHost, composeWindow } from './compose/window.ts';
import type { WindowHost } from './headless/window-host.ts';
import { connectControlSocket } from './ipc/control-socket.ts';
import { lineLog } from './log.ts';
import { onTerminalClosed, outliveTerminal } from './lost-terminal.ts';
import { controlSocket } from './private/private-socket-path.ts';
import { tidyHeapAtRest } from './small-heap.ts';
import { trustSystemCertificates } from './system-certificates.ts';

/**
 * Tandem without a display: private service, engine and commands, and the window on the loopback addresses. Results (the link) go to standard output,
 * messages for people to standard error.
 */
const stopping = new AbortController();
const stop = (): void => stopping.abort();
const stopped = new Promise<void>((resolve) => {
  stopping.signal.addEventListener('abort', () => resolve());
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
onTerminalClosed(process, stop);
const say = (text: string): void => void process.stderr.write(`${text}\n`);
outliveTerminal(process);

trustSystemCertificates((message) => say(message));
try {
  const places = placesHere();
  if (!(await pointToRunning(places))) await run(places);
} catch (error) {
  // Ctrl-C before it was ready.
  if (error !== stopping.signal.reason) {
    const { message, remedy } = explainFailure(error);
    say(`Tandem could not start: ${message}\n${remedy}`);
    process.exitCode = 1;
  }
}

async function run(places: Places): Promise<void> {
  const opened: { window: WindowHost | null } = { window: null };
  const client = await composeClient({
    places,
    host: browserHost(() => opened.window?.link() ?? ''),
    log: lineLog(say, 'warn', Date.now),
    runService: runServiceProcess,
    systemProxy: environmentProxy,
    asksFirst: process.argv.includes('--welcome'),
    signal: stopping.signal,
  });
  try {
    opened.window = await composeWindow(client, client.settings);
    say(
      `${client.sentence} Press Ctrl-C to stop.\nThe window, for you alone (the link works once; \`npm start\` in another terminal gives a new one):`,
    );
    process.stdout.write(`${opened.window.link()}\n`);
    tidyHeapAtRest();
    await stopped;
    say('Stopping. Files being written are finished first.');
  } finally {
    await opened.window?.close();
    await client.stop();
  }
}

/** A second start does not start a second engine: it prints another link to the running window. */
async function pointToRunning(places: Places): Promise<boolean> {
  const running = await connectControlSocket(controlSocket(places.state));
  if (running === null) return false;
  const answer = await running.call('window.link', {});
  running.close();
  say('Tandem is running already.');
  if (answer.ok) process.stdout.write(`${answer.value.url}\n`);
  else say('It has no window here.');
  return true;
}
