import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../../contract/resources/error.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { inEnglish, say } from '../../../contract/rules/say.ts';

/** The response that is running on a connection: of several, the one to the last request. */
export type RunningResponses = WeakMap<Socket, ServerResponse>;

/** Keeps `running` true for the connections of a server. */
export function noteResponses(server: Server, running: RunningResponses): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    running.set(socket, response);
    response.once('close', () => {
      // While its request is incomplete, incoming bytes are still a part of that.
      if (response.req.complete && running.get(socket) === response) running.delete(socket);
    });
  });
}

/**
 * Answers invalid HTTP, or a head that is too large or too slow, in the form of all other errors, then closes the connection.
 * @param running the response that is running on the connection.
 */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  running?: ServerResponse,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || !mayAnswer(running)) socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    hangUpWith(socket, 408, say`The request head arrived too slowly. Send it again over a faster connection.`);
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    hangUpWith(socket, 400, say`The request head is larger than 16 KiB. Send shorter headers and a shorter URL.`);
  else hangUpWith(socket, 400, say`This is not a valid HTTP request. Check its length and its headers.`);
}

/** A fault in the body of a request is its answer. Behind a request that is complete, it would be read as the answer to that one. */
function mayAnswer(running: ServerResponse | undefined): boolean {
  return running === undefined || (running.req.complete ? running.writableFinished : isUntouched(running));
}

/** False after a response has started, or on a connection with an earlier response: a second head would be read as part of it. */
export function isUntouched(response: ServerResponse): boolean {
  return !response.headersSent && response.socket !== null;
}

const statusTexts = { 400: 'Bad Request', 408: 'Request Timeout' } as const;

/** Sends a response before any handler has started one, in the form of all other errors, and closes the connection. */
export function hangUpWith(socket: Socket, status: keyof typeof statusTexts, sentences: readonly Sentence[]): void {
  const text = JSON.stringify({ ...brokenBody(sentences), status });
  const head = [
    `HTTP/1.1 ${status} ${statusTexts[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}

/** The only supported expectation is `100-continue`, which Node answers itself (RFC 9110 section 10.1.1). */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const text = JSON.stringify(brokenBody(say`The header "expect" supports only 100-continue. Remove it.`));
    response.writeHead(400, { 'content-type': 'application/json', connection: 'close' }).end(text);
    request.resume();
  });
}

function brokenBody(sentences: readonly Sentence[]): ErrorBody {
  const message = inEnglish(sentences);
  const code = 'bad_request';
  const request_id = randomBytes(8).toString('hex');
  const help_url = `/2.0/openapi.json#${code}`;
  return { type: 'error', status: 400, code, message, sentences: [...sentences], help_url, request_id };
}
