import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../../contract/resources/error.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { inEnglish, say } from '../../../contract/rules/say.ts';

/** Answers invalid HTTP, or an oversized head, in the form of all other errors, then closes the connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const message = isTooLarge
    ? say`The request head is larger than 16 KiB. Send shorter headers and a shorter URL.`
    : say`This is not a valid HTTP request. Check its length and its headers.`;
  hangUpWith(socket, 400, message);
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
