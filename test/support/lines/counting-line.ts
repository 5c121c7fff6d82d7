import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The trips and statements of an exchange with the database. */
export interface LineCount {
  /** How often the client waited for answers: statements that were sent together take one trip. */
  readonly trips: number;
  /** The text of each statement, in the order in which they were sent. */
  readonly statements: readonly string[];
}

/** A TCP proxy to PostgreSQL that counts statements and round trips without looking at a clock. */
export interface CountingLine {
  readonly port: number;
  /** Counts while `work` runs. Only one may run at a time. */
  count(work: () => Promise<unknown>): Promise<LineCount>;
  close(): Promise<void>;
}

/** Turns of the event loop without a byte after which the client is taken to wait for its answers. */
const quietTurns = 20;

/** All connections through the line. */
interface Traffic {
  /** Requests for an answer that the server has not given yet. */
  outstanding: number;
  /** Rises with all bytes that come from either side. */
  activity: number;
  count: Count | null;
}

/** A count under way. Answers are held back until the client sends nothing more without them. */
interface Count {
  trips: number;
  readonly statements: string[];
  held: (() => void)[];
  /** Whether `held` contains an answer: the server also sends messages unasked. */
  hasAnswer: boolean;
}

/** Opens the line. The client has to run in this process, so that turns of the event loop are its turns too. */
export async function openCountingLine(target: URL): Promise<CountingLine> {
  const sockets = new Set<Socket>();
  const traffic: Traffic = { outstanding: 0, activity: 0, count: null };
  const server = createServer({ noDelay: true }, (near) => {
    const far = createConnection({ host: target.hostname, port: Number(target.port), noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    connect(traffic, near, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line listens on no port.');
  return {
    port: address.port,
    count: async (work) => {
      // Late answers that the client does not wait for may still arrive.
      while (!(await isQuiet(traffic))) await nextTurn();
      const count: Count = { trips: 0, statements: [], held: [], hasAnswer: false };
      traffic.count = count;
      try {
        await work();
      } finally {
        traffic.count = null;
        for (const send of count.held) send();
      }
      return count;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function connect(traffic: Traffic, near: Socket, far: Socket): void {
  const readClient = clientReader();
  const readServer = messageReader(true);
  let outstanding = 0;
  const expectAnswers = (more: number) => {
    traffic.activity += 1;
    traffic.outstanding += more;
    outstanding += more;
  };
  near.on('close', () => expectAnswers(-outstanding));
  near.on('data', (bytes) => {
    const { statements, requests } = readClient(bytes);
    expectAnswers(requests);
    traffic.count?.statements.push(...statements);
    far.write(bytes);
  });
  far.on('data', (bytes) => {
    const answers = readServer(bytes).filter(({ type }) => type === 'Z').length;
    expectAnswers(-answers);
    const send = () => void near.write(bytes);
    const { count } = traffic;
    if (count === null) {
      send();
      return;
    }
    count.held.push(send);
    count.hasAnswer ||= answers > 0;
    void release(traffic, count);
  });
}

async function release(traffic: Traffic, count: Count): Promise<void> {
  if (!(await isQuiet(traffic)) || traffic.count !== count) return;
  const sends = count.held;
  if (count.hasAnswer) count.trips += 1;
  count.held = [];
  count.hasAnswer = false;
  for (const send of sends) send();
}

/** Whether everything was answered, and nothing is sent or answered for some turns. */
async function isQuiet(traffic: Traffic): Promise<boolean> {
  const { activity } = traffic;
  for (let turn = 0; turn < quietTurns; turn += 1) {
    if (traffic.outstanding > 0 || traffic.activity !== activity) return false;
    await nextTurn();
  }
  return traffic.outstanding === 0 && traffic.activity === activity;
}

/** Reads what a client says: the text of each statement that it executes, and how many answers it asks for. */
function clientReader(): (bytes: Buffer) => { readonly statements: readonly string[]; readonly requests: number } {
  const read = messageReader(false);
  const texts = new Map<string, string>();
  let bound = '';
  return (bytes) => {
    const statements: string[] = [];
    let requests = 0;
    for (const { type, body } of read(bytes)) {
      const [first = '', second = ''] = body.toString('utf8').split('\0');
      if (type === 'P') texts.set(first, second);
      if (type === 'B') bound = second;
      if (type === 'Q') statements.push(first);
      if (type === 'E') statements.push(texts.get(bound) ?? bound);
      // The first message opens the connection, and is answered like a statement.
      if (type === '' || type === 'Q' || type === 'S') requests += 1;
    }
    return { statements, requests };
  };
}

/** Cuts bytes into the messages of the protocol. The first one of a client has no type. */
function messageReader(
  isServer: boolean,
): (bytes: Buffer) => readonly { readonly type: string; readonly body: Buffer }[] {
  let rest = Buffer.alloc(0);
  let hasStarted = isServer;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const messages: { type: string; body: Buffer }[] = [];
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4) return messages;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return messages;
      messages.push({ type: rest.toString('latin1', 0, head), body: rest.subarray(head + 4, end) });
      rest = rest.subarray(end);
      hasStarted = true;
    }
  };
}
