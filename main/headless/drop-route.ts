import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandErrorData } from '../../preload/ipc/commands.ts';

/** Takes the bytes of files that were announced with `drop.begin`. */
export type DropReceiver = {
  /**
   * Reads `bytes` as fast as they can be passed on, and resolves once they are where they belong or never will be. `signal`
   * aborts when the page went away before its last byte.
   */
  readonly receive: (id: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<DropReceived>;
};

export type DropReceived = { readonly ok: true } | { readonly ok: false; readonly error: CommandErrorData };

/**
 * `POST /drop/{id}`: the bytes of one dropped file, streamed through and never held whole. 204 when they arrived; 404 for an id
 * that was not announced or is over; 409 with the refusal when they could not be taken.
 */
export function receiveDrops(app: FastifyInstance, drops: DropReceiver): void {
  // Every body is a stream: nothing is parsed or gathered here, whatever the browser says of its type.
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
      // The rest of the body will not be read, so the connection cannot carry another request.
      if (!request.raw.complete) reply.header('connection', 'close');
      return reply.code(received.error.code === 'not_found' ? 404 : 409).send(received.error);
    },
  );
}

async function* chunks(body: Readable | undefined): AsyncIterable<Uint8Array> {
  // An empty file comes without a body.
  if (body === undefined) return;
  for await (const chunk of body) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}
