import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** `json` is sent as JSON, `text` verbatim; without either, the body is empty. `cut`: the connection is reset instead. */
export type ScriptedAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly cut?: boolean;
};

/** An HTTP server on the loopback address with scripted answers. Records its requests. */
export interface ScriptedServer extends AsyncDisposable {
  readonly origin: string;
  readonly seen: readonly ScriptedRequest[];
}

export async function startScriptedServer(
  answer: (request: ScriptedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<ScriptedServer> {
  const seen: ScriptedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://scripted');
      const { method = 'GET', headers } = request;
      const asked = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) };
      seen.push(asked);
      void Promise.resolve(answer(asked, seen.length - 1)).then((given) => {
        if (given.cut === true) return request.socket.destroy();
        const type = given.json === undefined ? {} : { 'content-type': 'application/json' };
        const text = given.json === undefined ? (given.text ?? '') : JSON.stringify(given.json);
        return response.writeHead(given.status ?? 200, { ...type, ...given.headers }).end(text);
      });
    });
  });
  // Idle connections are for the client to close.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
