import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus } from '../../../../contract/error-codes.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Service } from '../../../domain/service.ts';
import { getOpenRequest } from '../../../domain/surfaces/file-requests/visitors/open-request.ts';
import {
  requireAnswers,
  type Submission,
  type Submitter,
  submitFile,
} from '../../../domain/surfaces/file-requests/visitors/submit-file.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import { refusalOf } from '../../answers/error-response.ts';
import { createRateLimit, type RateLimit } from '../../limits/rate-limit.ts';
import { clientAddress } from '../../requests/client-address.ts';
import { registerMultipart } from '../../requests/content-parsers.ts';
import { drainBody } from '../../requests/drain-body.ts';
import { type IncomingFile, incomingParts, untilEnd, whenGone } from '../../requests/multipart/incoming-parts.ts';
import { announcedBytes } from '../../requests/multipart/multipart-upload.ts';
import { sendErrorPage, showErrorsAsPages } from '../error-page.ts';
import { sendClosedPage, sendRequestForm, sendThanks } from './file-request-pages.ts';

/** Maximum submissions per minute from one address. */
const submissionsPerMinute = 30;

/**
 * What the parser takes of one submission: bytes per field, fields, files and parts. It takes more files than are stored, so that the page
 * can say how many were chosen.
 */
const formLimits = {
  fieldSize: 16 * 1024,
  fields: 16,
  files: limits.fileRequestFiles,
  parts: limits.fileRequestFiles + 16,
  fileSize: Number.POSITIVE_INFINITY,
};

type FormRequest = FastifyRequest<{ Params: { token: string } }>;

/** The content of a submission: its fields, the names of stored files, and the error that stopped it. */
interface Received {
  readonly submitter: Submitter;
  readonly names: readonly string[];
  readonly trouble: Refusal | null;
}

/** The public form of a file request. It works without scripts. */
export async function addFileRequestRoutes(scope: FastifyInstance, service: Service): Promise<void> {
  const pace = createRateLimit(submissionsPerMinute, service.clock);
  showErrorsAsPages(scope);
  await registerMultipart(scope);
  scope.get('/f/:token', async (request: FormRequest, reply) => {
    const form = await openForm(service, request);
    if (form === null) return sendClosedPage(reply);
    return sendForm(service, reply, form, { submitter: { email: '', description: '' }, names: [], trouble: null });
  });
  scope.post('/f/:token', async (request: FormRequest, reply) => {
    try {
      return await answerSubmission(service, pace, request, reply);
    } catch (error) {
      // Most browsers read the response only after sending everything.
      drainBody(request.raw);
      return sendErrorPage(reply, refusalOf(error, request));
    }
  });
}

/** The file request of a form's URL; null if it is closed. */
async function openForm(service: Service, { params }: FormRequest): Promise<FileRequestRecord | null> {
  try {
    return (await getOpenRequest(service, params.token)).request;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  }
}

async function answerSubmission(
  service: Service,
  pace: RateLimit,
  request: FormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = await openForm(service, request);
  if (form === null) {
    drainBody(request.raw);
    return sendClosedPage(reply);
  }
  const seconds = pace.secondsToWait(clientAddress(request));
  if (seconds > 0) {
    const message = say`Too many submissions from your IP address. Try again in ${seconds} s.`;
    throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: seconds });
  }
  if (!request.isMultipart()) throw new Refusal('unsupported_media_type', say`Send the form as multipart/form-data.`);
  const received = await receive(service, form, request);
  if (received.trouble === null && received.names.length > 0) return sendThanks(reply, form, received.names);
  drainBody(request.raw);
  const trouble = received.trouble ?? new Refusal('bad_request', say`Choose at least one file.`);
  return sendForm(service, reply, form, { ...received, trouble });
}

function sendForm(service: Service, reply: FastifyReply, form: FileRequestRecord, received: Received): FastifyReply {
  const { submitter, names, trouble } = received;
  return sendRequestForm(reply, {
    request: form,
    submitter,
    maxBytes: service.settings.singleUploadBytes,
    trouble: trouble && { status: errorStatus[trouble.code], sentence: trouble.message, received: names },
  });
}

/** Processes the parts in the order of arrival: text fields first, then files, each stored before the next one is read. */
async function receive(service: Service, form: FileRequestRecord, request: FormRequest): Promise<Received> {
  let submitter: Submitter = { email: '', description: '' };
  const names: string[] = [];
  const gone = whenGone(request.raw);
  let leftOut = 0;
  try {
    for await (const part of incomingParts(request, { limits: formLimits })) {
      if (part.type === 'field') {
        submitter = withAnswer(submitter, part.fieldname, part.value);
        continue;
      }
      requireAnswers(form, submitter);
      if (names.length === limits.fileRequestFilesAtOnce) {
        await discard(part);
        leftOut += 1;
        continue;
      }
      const name = await store(service, form, submitter, {
        ...part,
        atMostBytes: announcedBytes(request.raw),
        network: clientAddress(request),
        gone,
      });
      if (name !== null) names.push(name);
    }
    requireAnswers(form, submitter);
    if (leftOut > 0) throw tooManyFiles(names.length + leftOut);
    return { submitter, names, trouble: null };
  } catch (error) {
    return { submitter, names, trouble: refusalOf(error, request) };
  }
}

/** Reads a file that is not stored, up to the next part. */
async function discard({ file }: IncomingFile): Promise<void> {
  const chunks = untilEnd<Uint8Array>(file);
  for (let next = await chunks.next(); next.done !== true; ) next = await chunks.next();
}

function tooManyFiles(count: number): Refusal {
  const most = limits.fileRequestFilesAtOnce;
  const message = say`You chose ${count} files, but only ${most} can be sent at a time. Send the rest separately.`;
  return new Refusal('request_entity_too_large', message);
}

/** The name that the file was stored under. Without a selection, browsers send an empty file without a name, which is ignored. */
async function store(
  service: Service,
  { token }: FileRequestRecord,
  submitter: Submitter,
  { file, filename, ...sent }: IncomingFile & Pick<Submission, 'atMostBytes' | 'network' | 'gone'>,
): Promise<string | null> {
  const chunks = untilEnd<Uint8Array>(file);
  const first = await chunks.next();
  if (first.done && !filename) return null;
  const content = first.done ? chunks : startingWith(first.value, chunks);
  return submitFile(service, { token, submitter, name: filename, content, ...sent });
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

function withAnswer(submitter: Submitter, field: string, value: unknown): Submitter {
  if (typeof value !== 'string') return submitter;
  // Browsers send line ends as two characters and count one.
  const text = value.replaceAll('\r\n', '\n').trim();
  if (field === 'email') return { ...submitter, email: text };
  return field === 'description' ? { ...submitter, description: text } : submitter;
}
