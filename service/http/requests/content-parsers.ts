import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/rules/limits.ts';
import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';

/** Maximum size of the `attributes` part of an upload, in bytes. */
const attributesBytes = 1024 * 1024;

/** Limits of a multipart body. */
export const multipartLimits = {
  fileSize: Number.POSITIVE_INFINITY,
  // The second one is refused as such.
  files: 2,
  fields: 16,
  fieldSize: attributesBytes,
  parts: 32,
};

/** Bodies that are streams, never buffered in memory. */
const streamedTypes = ['application/octet-stream', 'multipart/form-data'];

/** JSON is read as text, up to its maximum size. */
const textBody = { parseAs: 'string', bodyLimit: limits.jsonBodyBytes } as const;

/**
 * Body parsers: JSON as a value (an empty body as none), octets and multipart as the request itself. Only routes of a scope with
 * `registerMultipart` read the latter.
 */
export function registerContentParsers(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(['application/json', 'application/json-patch+json'], textBody, jsonParser(app));
  app.addContentTypeParser(streamedTypes, (_request, payload, done) => done(null, payload));
}

/**
 * Reads JSON without a type or sent as text, and an empty body of any type as none: existing clients send these. For operations only: the
 * token that they require cannot come from a form of another site.
 */
export function registerUntypedJson(scope: FastifyInstance): void {
  const parse = jsonParser(scope);
  scope.addContentTypeParser('text/plain', textBody, parse);
  scope.addContentTypeParser<string>('*', textBody, (request, body, done) => {
    if (body === '' || request.headers['content-type'] === undefined) parse(request, body, done);
    else done(notJson());
  });
}

/** The refusal of a body of another type. */
export function notJson(): Refusal {
  return new Refusal('unsupported_media_type', say`The body must be JSON, sent as application/json.`);
}

function jsonParser(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: string, done: (error: Error | null, body?: unknown) => void): void => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body, done);
  };
}

/** Hands every body to its handler as the request itself, which checks the type. */
export function registerOctets(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** Reads multipart bodies in a scope of its own: the parser's hooks cost each request of its scope something. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeContentTypeParser('multipart/form-data');
  await scope.register(multipart, { limits: multipartLimits });
}
