import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Download, downloadFile } from '../domain/files/download-file.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Service } from '../domain/service.ts';
import type { ByteRange } from '../ports/blob-store.ts';
import { readRange } from './byte-range.ts';
import type { Tickets } from './tickets.ts';

/**
 * The address that `GET /files/{id}/content` leads to. It carries its own authority (a signed ticket), so clients need not
 * send their token to it; what the ticket's owner may no longer read, the ticket no longer opens.
 */
export function addDownloadRoute(
  app: FastifyInstance,
  { service, tickets }: { readonly service: Service; readonly tickets: Tickets },
): void {
  app.route<{ Params: { ticket: string } }>({
    method: ['GET', 'HEAD'],
    url: '/download/:ticket',
    handler: async (request, reply) => {
      const ticket = tickets.readDownload(request.params.ticket);
      if (!ticket)
        throw new Refusal('not_found', 'This address is not, or no longer, good. Ask for the content again.');
      const user = await service.store.read((reads) => reads.users.get(ticket.userId));
      if (!user || user.status === 'inactive') throw new Refusal('not_found', 'This address is no longer good.');
      const { fileId, versionId } = ticket;
      const content = await downloadFile(service, { user, scopes: [] }, { fileId, versionId: versionId ?? undefined });
      return sendContent(request, reply, content);
    },
  });
}

/** Sends all of a content or the range that was asked for (RFC 9110 section 14). */
async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Download): Promise<FastifyReply> {
  const tag = `"${content.sha1}"`;
  reply.headers({
    'accept-ranges': 'bytes',
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeRfc5987(content.fileName)}`,
    etag: tag,
    'last-modified': new Date(content.contentModifiedAt).toUTCString(),
  });
  // A range of another content than the caller began with would be glued to the wrong bytes.
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === tag;
  const asked = readRange(isSame ? request.headers.range : undefined, content.sizeBytes);
  switch (asked.kind) {
    case 'unsatisfiable': {
      reply.header('content-range', `bytes */${content.sizeBytes}`);
      throw new Refusal(
        'invalid_content_range',
        `The content has ${content.sizeBytes} bytes; the range lies outside of it.`,
      );
    }
    case 'whole':
      reply.header('content-length', content.sizeBytes);
      return sendBytes(request, reply.code(200), content);
    case 'part': {
      const { start, end } = asked.range;
      reply.headers({
        'content-range': `bytes ${start}-${end}/${content.sizeBytes}`,
        'content-length': end - start + 1,
      });
      return sendBytes(request, reply.code(206), content, asked.range);
    }
  }
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Download,
  range?: ByteRange,
): Promise<FastifyReply> {
  if (request.method === 'HEAD') return reply.send();
  const bytes = await content.open(range);
  return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false }));
}

function encodeRfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
