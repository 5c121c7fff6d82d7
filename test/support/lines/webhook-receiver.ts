import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One received message, byte for byte. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: ReceivedEvent;
}

/** Fields that tests read; a missing one is `undefined`. */
export interface ReceivedEvent {
  readonly type: string;
  readonly id: string;
  readonly trigger: string;
  readonly created_at: string;
  readonly webhook: { readonly id: string; readonly type: string };
  readonly created_by: { readonly id: string; readonly name: string };
  readonly source: {
    readonly id: string;
    readonly type: string;
    readonly name: string;
    readonly path_collection?: { readonly entries: readonly { readonly id: string }[] };
  };
  readonly additional_info: unknown;
}

/** A real HTTP server on the loopback address that receives webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly address: string;
  readonly messages: readonly ReceivedMessage[];
  /** Resolves with the first `count` messages once they have arrived. */
  received(count: number): Promise<readonly ReceivedMessage[]>;
  /** Resolves with the first message of a trigger. */
  told(trigger: string): Promise<ReceivedMessage>;
  /** Sets the answer from now on: a status, or none at all. */
  answer(status: number | 'never', headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Starts a receiver; with a port it replaces one that was closed. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  let status: number | 'never' = 200;
  let answerHeaders: Readonly<Record<string, string>> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      messages.push({ path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) });
      for (const look of waiting) look();
      if (status !== 'never') response.writeHead(status, answerHeaders).end('noted');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    // A listening server always has such an address.
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    messages,
    received: (count) => until(() => (messages.length >= count ? messages.slice(0, count) : undefined)),
    told: (trigger) => until(() => messages.find(({ json }) => json.trigger === trigger)),
    answer: (next, headers = {}) => {
      status = next;
      answerHeaders = headers;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
