import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorStatus } from '../../../contract/error-codes.ts';
import type { ErrorBody } from '../../../contract/resources/error.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { say, verbatim } from '../../../contract/rules/say.ts';
import { UNAVAILABLE_CONTENT_HEADER } from '../../../contract/rules/unavailable-content.ts';
import { Refusal } from '../../domain/refusal.ts';
import { BlobMissing, BlobSpaceExhausted, BlobStoreUnavailable, BlobUnreadable } from '../../ports/blob-store.ts';
import { MetadataUnavailable, TextRefused } from '../../ports/metadata-store.ts';
import { drainBody } from '../requests/drain-body.ts';
import { limitSentences } from '../requests/multipart/parser-limits.ts';
import { allowedMethods } from './allowed-methods.ts';

/** The token is missing, unknown or expired. The response has no body; the header says which. */
export class Unauthorized extends Error {
  readonly code = 'unauthorized';
  constructor(reason: string) {
    super(reason);
  }
}

/** Converts any error to the standard error response. The only place that writes one. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  drainBody(request.raw);
  // The framework would close the connection after refusing an oversized request, and a client that is still sending would lose the
  // response.
  reply.removeHeader('connection');
  if (error instanceof Unauthorized) return sendUnauthorized(error, reply);
  const refusal = refusalOf(error, request);
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (refusal.code === 'content_unavailable') reply.header(UNAVAILABLE_CONTENT_HEADER, 'true');
  // RFC 9110 15.5.6: list the methods that are allowed here.
  if (refusal.code === 'method_not_allowed') reply.header('allow', (allowedMethods(request.url) ?? []).join(', '));
  const body: ErrorBody = { ...errorBodyOf(refusal), request_id: request.id };
  return reply.code(errorStatus[refusal.code]).header('content-type', 'application/json').send(JSON.stringify(body));
}

/** The body of a refusal; the response adds the request id. */
export function errorBodyOf({
  code,
  message,
  sentences,
  contextInfo,
}: Refusal): ErrorBody & { readonly status: number } {
  return {
    type: 'error',
    status: errorStatus[code],
    code,
    message,
    ...(sentences.length > 0 ? { sentences: [...sentences] } : {}),
    ...(contextInfo ? { context_info: contextInfo } : {}),
    help_url: `/2.0/openapi.json#${code}`,
  };
}

function sendUnauthorized(error: Unauthorized, reply: FastifyReply): FastifyReply {
  const challenge = `Bearer realm="Service", error="invalid_token", error_description="${error.message}"`;
  return reply.code(401).header('www-authenticate', challenge).send();
}

/** The part of an error that the client may know; the rest goes to the log. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (!(error instanceof Refusal)) return asRefusal(error, request);
  if (error.cause instanceof BlobMissing || error.cause instanceof BlobUnreadable) {
    request.log.error({ err: error.cause }, 'a stored content is lost or damaged');
  }
  return error;
}

/** Disk space and locks are the operator's concern and temporary, so the client gets a retry hint without details. */
function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  const passing = passingRefusal(error);
  if (passing) {
    request.log.error({ err: error }, 'the service cannot reach its data, or store anything, at the moment');
    return passing;
  }
  if (error instanceof TextRefused) return new Refusal('bad_request', verbatim(error.message), { cause: error });
  const known = frameworkRefusal(error);
  if (known) return known;
  if (request.raw.destroyed && !request.raw.complete) {
    request.log.info('the caller went away before the request was complete');
    return new Refusal('bad_request', say`The request ended before it was complete.`);
  }
  request.log.error({ err: error }, 'a request failed for a reason that is a fault of the service');
  return new Refusal('internal_server_error', say`Internal error. Check the result before you retry.`);
}

/** Full disks, locks and restarting databases are temporary: the service resumes by itself. */
function passingRefusal(cause: unknown): Refusal | null {
  if (cause instanceof BlobSpaceExhausted) {
    const message = say`The service cannot store data at the moment. Nothing was changed. Try again later.`;
    return new Refusal('unavailable', message, { retryAfterSeconds: 30, cause });
  }
  if (!(cause instanceof MetadataUnavailable || cause instanceof BlobStoreUnavailable)) return null;
  const isKnown = cause instanceof BlobStoreUnavailable || cause.written === 'nothing';
  const message = isKnown
    ? say`The service cannot reach its data at the moment. Nothing was changed. Try again shortly.`
    : say`The service lost access to its data while storing. The change was stored completely or not at all. Check before you retry.`;
  return new Refusal('unavailable', message, { retryAfterSeconds: 5, cause });
}

/** Errors that the web framework raises before a handler runs, by their HTTP status. */
function frameworkRefusal(error: unknown): Refusal | null {
  if (!isFrameworkError(error)) return null;
  const code = codesOfFramework[error.statusCode];
  const message = sentencesOfParser[error.code] ?? verbatim(error.message);
  return code === undefined ? null : new Refusal(code, message, { cause: error });
}

const sentencesOfParser: Readonly<Record<string, readonly Sentence[]>> = {
  FST_FILES_LIMIT: limitSentences.files,
  FST_FIELDS_LIMIT: limitSentences.fields,
  FST_PARTS_LIMIT: limitSentences.parts,
};

const codesOfFramework: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'unsupported_media_type',
  411: 'length_required',
  413: 'request_entity_too_large',
  414: 'bad_request',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

function isFrameworkError(error: unknown): error is FastifyError & { readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}
