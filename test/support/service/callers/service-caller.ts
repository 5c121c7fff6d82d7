import { createHash } from 'node:crypto';
import { request } from 'undici';
import { formatContentRange } from '../../../../contract/rules/content-range.ts';
import { formatDigest } from '../../../../contract/rules/digest.ts';
import { checkSentences } from './check-sentences.ts';

/** A fully read answer. `json` is the parsed body, or an empty object if the body is not JSON. */
export interface CallerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly json: Seen;
}

/**
 * Union of all answer fields that tests read. The type is optimistic: a field missing from an answer is `undefined`, whatever its type here. Tests
 * check the real contents.
 */
export interface Seen {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly etag: string;
  readonly sequence_id: string;
  readonly sha1: string;
  readonly size: number;
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly login: string;
  readonly item_status: string;
  readonly trashed_at: string | null;
  readonly purged_at: string | null;
  readonly created_at: string;
  readonly modified_at: string;
  readonly content_created_at: string;
  readonly content_modified_at: string;
  readonly parent: Seen;
  readonly owned_by: Seen;
  readonly user: Seen;
  readonly group: Seen;
  readonly shared_link: Seen;
  readonly expiring_embed_link: Seen;
  readonly download_url: string;
  readonly status_url: string;
  readonly expires_at: string;
  readonly name_conflicts: unknown;
  readonly state: string;
  readonly total_file_count: number;
  readonly downloaded_file_count: number;
  readonly skipped_file_count: number;
  readonly skipped_folder_count: number;
  readonly vanity_url: string;
  readonly created_by: Seen;
  readonly accessible_by: Seen;
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly path_collection: Seen;
  readonly item_collection: Seen;
  readonly file_version: Seen;
  readonly item: Seen | null;
  readonly accessible_via_shared_link: string;
  readonly interaction_shared_link: string;
  readonly source: Seen;
  readonly entries: readonly Seen[];
  readonly total_count: number;
  readonly limit: number;
  readonly offset: number;
  readonly next_marker: string | null;
  readonly event_id: string;
  readonly event_type: string;
  readonly chunk_size: number;
  readonly next_stream_position: number;
  readonly upload_url: string;
  readonly url: string;
  readonly part: Seen;
  readonly part_id: string;
  readonly part_size: number;
  readonly total_parts: number;
  readonly session_endpoints: Readonly<Record<string, string>>;
  readonly session_expires_at: string;
  readonly status: string;
  readonly role: string;
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly context_info: Seen;
  readonly conflicts: unknown;
  readonly conflicting_part: Seen;
  readonly errors: readonly Seen[];
  readonly reason: string;
  readonly target: Seen;
}

/** Headers of a request. */
export type Headers = Readonly<Record<string, string>>;

/** Sends handwritten requests as one person: a test's input goes over the wire unchanged. */
export interface ServiceCaller {
  get(path: string, headers?: Headers): Promise<CallerAnswer>;
  post(path: string, body?: unknown, headers?: Headers): Promise<CallerAnswer>;
  put(path: string, body?: unknown, headers?: Headers): Promise<CallerAnswer>;
  delete(path: string, headers?: Headers): Promise<CallerAnswer>;
  options(path: string, body?: unknown): Promise<CallerAnswer>;
  /** A request to a full URL, with bytes or text as its body. */
  send(method: string, url: string, body?: Buffer | string, headers?: Headers): Promise<CallerAnswer>;
  /** Uploads a file in one request; `path` is relative to the upload URL. */
  upload(attributes: unknown, content: Buffer | string, path?: string, headers?: Headers): Promise<CallerAnswer>;
  /** Downloads a file, following the redirect. */
  download(fileId: string, headers?: Headers): Promise<CallerAnswer>;
  /** Uploads one part of an upload session. */
  part(sessionUrl: string, content: Buffer, offset: number, total: number): Promise<CallerAnswer>;
}

/** @param addresses base and upload URL of a service. */
export function callerOf(
  addresses: { readonly baseUrl: string; readonly uploadUrl: string },
  token: string | null,
): ServiceCaller {
  const send: ServiceCaller['send'] = async (method, url, body, headers = {}) => {
    const authorization: Headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await request(url, {
      method: method as 'GET',
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const json = jsonOf(answer.headers, bytes);
    checkSentences(json);
    return { status: answer.statusCode, headers: answer.headers, bytes, json };
  };
  const withJson = async (method: string, path: string, body: unknown, headers: Headers = {}) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return send(method, addresses.baseUrl + path, text, { 'content-type': 'application/json', ...headers });
  };
  return {
    send,
    get: (path, headers) => send('GET', addresses.baseUrl + path, undefined, headers),
    post: (path, body, headers) => withJson('POST', path, body, headers),
    put: (path, body, headers) => withJson('PUT', path, body, headers),
    delete: (path, headers) => send('DELETE', addresses.baseUrl + path, undefined, headers),
    options: (path, body) => withJson('OPTIONS', path, body),
    upload: (attributes, content, path = '/files/content', headers = {}) => {
      const { body, type } = multipartBody(attributes, Buffer.from(content));
      return send('POST', addresses.uploadUrl + path, body, { 'content-type': type, ...headers });
    },
    download: async (fileId, headers) => {
      const redirect = await send('GET', `${addresses.baseUrl}/files/${fileId}/content`);
      return send('GET', String(redirect.headers['location']), undefined, headers);
    },
    part: (sessionUrl, content, offset, total) => {
      return send('PUT', sessionUrl, content, {
        'content-type': 'application/octet-stream',
        digest: formatDigest(sha1Of(content)),
        'content-range': formatContentRange({ start: offset, end: offset + content.length - 1, total }),
      });
    },
  };
}

/** SHA-1 in lower-case hexadecimal. */
export function sha1Of(content: Buffer | string): string {
  return createHash('sha1').update(content).digest('hex');
}

/** A multipart body with an `attributes` part and a file part. */
export function multipartBody(attributes: unknown, content: Buffer): { readonly body: Buffer; readonly type: string } {
  const boundary = 'part-of-a-test-4711';
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="attributes"\r\n\r\n${JSON.stringify(attributes)}\r\n` +
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n` +
    'content-type: application/octet-stream\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

function jsonOf(headers: CallerAnswer['headers'], bytes: Buffer): Seen {
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
  return JSON.parse(isJson && bytes.length > 0 ? bytes.toString() : '{}');
}
