import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../contract/rules/limits.ts';

/** Maximum size of the `attributes` part of an upload, in bytes. */
const attributesBytes = 1024 * 1024;

/** Limits of a multipart body. */
export const multipartLimits = {
  fileSize: Number.POSITIVE_INFINITY,
  files: 1,
  fields: 16,
  fieldSize: attributesBytes,
  parts: 32,
};

/** Bodies that are streams, never buffered in memory. */
const streamedTypes = ['application/octet-stream', 'multipart/form-data'];

/**
 * Body parsers: JSON as a value (an empty body as none, whatever its content type, since existing clients send that), octets and
 * multipart as the request itself. Only routes of a scope with `registerMultipart` read the latter.
 */
export function registerContentParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.removeContentTypeParser('text/plain');
  const types = ['application/json', 'application/json-patch+json'];
  const options = { parseAs: 'string', bodyLimit: limits.jsonBodyBytes } as const;
  app.addContentTypeParser<string>(types, options, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  });
  app.addContentTypeParser(streamedTypes, (_request, payload, done) => done(null, payload));
}

/** Reads multipart bodies in a scope of its own: the parser's hooks cost each request of its scope something. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeContentTypeParser('multipart/form-data');
  await scope.register(multipart, { limits: multipartLimits });
}
