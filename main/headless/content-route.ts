import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentRequestOf } from '../commands/content/content-request.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import { contentInWords, sayTo } from '../commands/content/in-words.ts';

/**
 * `GET /content/download/{fileId}` and `/content/preview/{fileId}`: file contents, streamed with range support. Host, origin and signature are
 * already verified.
 */
export function serveContents(app: FastifyInstance, contents: ContentSource): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/content/*',
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const wanted = contentRequestOf({
        method: request.method,
        address: request.url,
        range: request.headers.range ?? null,
        ifRange: headerText(request.headers['if-range']),
      });
      if (wanted === null) return reply.code(404).send();
      const gone = new AbortController();
      // Closing the page or stopping the video cancels the read.
      reply.raw.once('close', () => gone.abort());
      const answer = await contents.answer(wanted, gone.signal);
      const { status, headers, body } = contentInWords(answer, sayTo(request.headers['accept-language'] ?? null));
      reply.code(status).headers(headers);
      if (body === null || wanted.isHead) return reply.send();
      return reply.send(Readable.from(body, { objectMode: false }));
    },
  });
}

const headerText = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null);
