import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A round-robin load balancer in front of several processes of one service. */
export type AlternatingProxy = {
  readonly url: string;
  /** Sets the backend processes; no request is answered before that. */
  lead(addresses: readonly string[]): void;
  stop(): Promise<void>;
};

export async function startAlternatingProxy(): Promise<AlternatingProxy> {
  const targets: URL[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const target = targets[turn % targets.length];
    if (target) pass(incoming, outgoing, target, agent);
    else outgoing.writeHead(502).end();
  });
  // Longer than any pause in a test: a connection closed during a request would look like a service failure.
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    lead: (addresses) => void targets.push(...addresses.map((each) => new URL(each))),
    stop: async () => {
      agent.destroy();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: URL, agent: Agent): void {
  const { method, url, rawHeaders } = incoming;
  const onward = request({ host: target.hostname, port: target.port, method, path: url, agent, headers: rawHeaders });
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => outgoing.destroy());
  incoming.on('error', () => onward.destroy());
  incoming.on('aborted', () => onward.destroy());
  outgoing.on('close', () => {
    // If the client disconnects while it waits, close its backend request too.
    if (!outgoing.writableFinished) onward.destroy();
    // The service may answer before the upload is complete. Drain the rest, or the next request on this connection is stuck behind it.
    incoming.unpipe(onward);
    incoming.resume();
  });
  incoming.pipe(onward);
}
