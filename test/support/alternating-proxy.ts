import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What stands before several processes of one service, as a balancer does: each request goes to the next one. */
export type AlternatingProxy = {
  readonly url: string;
  /** Names the processes; until then nothing is answered. */
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
  // Longer than any test is quiet: a connection that ends while a request is on its way is no answer of the service.
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
    // Who goes away while he waits must not leave a request behind that waits for ever.
    if (!outgoing.writableFinished) onward.destroy();
    // Who was answered early is still sending: until that is read, the next request on the connection waits behind it.
    incoming.unpipe(onward);
    incoming.resume();
  });
  incoming.pipe(onward);
}
