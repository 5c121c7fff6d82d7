import { Socket } from 'node:net';

/** A connection that listens and notifies. */
export interface PostgresLine {
  query(text: string, values?: readonly unknown[]): Promise<unknown>;
  /** Asks the database whether it still answers, and breaks the connection if it doesn't. */
  probe(): Promise<void>;
  /** Closes the connection after the queries that were sent. */
  end(): Promise<void>;
}

/** The time to connect, to begin listening and to close, in milliseconds. */
const responseMs = 5_000;

/** How a line is opened. */
export interface LineOptions {
  readonly url: string;
  readonly channels: readonly string[];
  /** How long a probe waits for its answer, in milliseconds. */
  readonly probeMs: number;
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called exactly once when the open connection ends, for whatever reason. */
  readonly onEnd: () => void;
}

/** Opens a listening connection. */
export async function openLine({ url, channels, probeMs, onNotification, onEnd }: LineOptions): Promise<PostgresLine> {
  const { default: pg } = await import('pg');
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tandem-service events',
    keepAlive: true,
    connectionTimeoutMillis: responseMs,
    pipeline: true,
    stream: () => socket,
  });
  // An error also ends the connection, which `onEnd` handles. Without a listener the error would end the process.
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));

  // A machine that vanished neither answers nor closes its connections, and the driver waits for its answers even to end one.
  const answered = async (limitMs: number, work: Promise<unknown>): Promise<void> => {
    const timer = setTimeout(() => socket.destroy(), limitMs).unref();
    await work.finally(() => clearTimeout(timer));
  };
  // The connection may already be closed.
  const end = async () => answered(Math.min(probeMs, responseMs), client.end()).catch(() => undefined);

  try {
    await client.connect();
    for (const channel of channels) await answered(responseMs, client.query(`listen ${channel}`));
  } catch (error) {
    await end();
    throw error;
  }
  client.once('end', onEnd);
  return {
    query: async (text, values = []) => client.query(text, [...values]),
    probe: async () => answered(probeMs, client.query('select 1')).catch(end),
    end,
  };
}
