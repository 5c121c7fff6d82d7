import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandErrorData } from '../../preload/ipc/commands.ts';

/** Receives the bytes of files that were announced with `drop.begin`. */
export type DropReceiver = {
  /**
   * Reads `bytes` as fast as they can be forwarded. Resolves when the file is complete or has failed. `signal` aborts if the page closes before the
   * last byte.
   */
  readonly receive: (id: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<DropReceived>;
};

export type DropReceived = { readonly ok: true } | { readonly ok: false; readonly error: CommandErrorData };

/**
 * `POST /drop/{id}`: streams one dropped file. 204 on success; 404 for an id that was not announced or is finished; 409 with the refusal on
 * failure.
 */
export function receiveDrops(app: FastifyInstance, drops: DropReceiver): void {
  // Treat every body as a stream: nothing is parsed or buffered, whatever its content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
  app.post(
    '/drop/:id',
    async (request: FastifyRequest<{ Params: { id: string }; Body: Readable | undefined }>, reply) => {
      const gone = new AbortController();
      request.raw.once('close', () => {
        if (!request.raw.complete) gone.abort();
      });
      const received = await drops.receive(request.params.id, chunks(request.body), gone.signal);
      if (received.ok) return reply.code(204).send();
      // The rest of the body stays unread, so the connection cannot be reused.
      if (!request.raw.complete) reply.header('connection', 'close');
      return reply.code(received.error.code === 'not_found' ? 404 : 409).send(received.error);
    },
  );
}

async function* chunks(body: Readable | undefined): AsyncIterable<Uint8Array> {
  // An empty file has no body.
  if (body === undefined) return;
  for await (const chunk of body) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}
